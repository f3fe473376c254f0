import assert from 'node:assert/strict';
import { type MakeEngine, MakeError } from '../support/make-engine.ts';
import { textOf } from '../support/pdf.ts';
import { documentThatFailsLate } from '../support/slow-picture.ts';

/** Has an app make a document that fails after it was answered with 202, and repeat the run: it is made anew, once. */
export async function assertRetriesLateFailure(engine: MakeEngine): Promise<void> {
  const { html, hub, close } = await documentThatFailsLate();
  try {
    const caller = await hub.account();
    engine.connection = { baseUrl: hub.url, apiKey: caller.key };
    const parameters = { html, download: true, requestId: 'execution-7' };
    await assert.rejects(
      engine.module('generateFromHtml', parameters),
      (error) => error instanceof MakeError && error.type === 'DataError' && /took longer than 18000 ms/.test(error.message),
    );
    const [made] = await engine.module('generateFromHtml', parameters);
    assert.equal(await textOf(made?.['data'] as Buffer), 'slow');
    assert.equal((await engine.module('generateFromHtml', parameters))[0]?.['id'], made?.['id']);
  } finally {
    await close();
  }
}
