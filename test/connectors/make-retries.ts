import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { atWork } from '../support/at-work.ts';
import { killableHub } from '../support/killable-hub.ts';
import { type MakeEngine, MakeError } from '../support/make-engine.ts';
import { textOf } from '../support/pdf.ts';
import { until } from '../support/until.ts';
import { documentHeldOnce, documentThatFailsLate } from '../support/slow-picture.ts';

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

/** How long an app waits for its first answer, which is 202 by then. */
const ANSWERED_MS = 16_000;

/** Has an app ask for a document whose hub is killed meanwhile, and repeat the run once the hub is back: the document is made anew. */
export async function assertSurvivesRestart(engine: MakeEngine): Promise<void> {
  const held = await documentHeldOnce();
  const { url, caller, ...hub } = await killableHub();
  try {
    engine.connection = { baseUrl: url, apiKey: caller.key };
    const parameters = { html: held.html, download: true, requestId: 'execution-8' };
    const failed = assert.rejects(engine.module('generateFromHtml', parameters));
    await atWork(caller);
    await pause(ANSWERED_MS);
    await hub.kill();
    await failed;
    await hub.restart();
    // Make repeats an incomplete execution after a minute or more.
    await until(
      'the end of what was interrupted',
      async () => {
        const { body } = await caller.send<{ data: { status: string }[] }>('GET', '/v1/generations');
        return body.data.some(({ status }) => status === 'failed') ? true : undefined;
      },
      60_000,
    );
    const [made] = await engine.module('generateFromHtml', parameters);
    assert.equal(await textOf(made?.['data'] as Buffer), 'slow');
  } finally {
    held.close();
    await hub.stop();
  }
}
