import assert from 'node:assert/strict';
import { pino } from 'pino';
import type { EventPublisher } from '../../../plugins/generation/document/event-publisher.ts';
import { GenerationLifecycle } from '../../../plugins/generation/document/generation-lifecycle.ts';
import type { GenerationDocument } from '../../../plugins/generation/document/generation.model.ts';
import { GenerationStore, type NewGeneration, type Outcome } from '../../../plugins/generation/document/generation.store.ts';
import { UsageReservations } from '../../../plugins/generation/document/usage-reservations.ts';
import type { Principal } from '../../../server/contract/index.ts';
import { type Gate, MemoryCollection } from '../../support/memory-collection.ts';

const clock = (): Date => new Date();
const log = pino({ level: 'silent' });
const principal: Principal = { accountId: 'acct', email: 'a@example.com', plan: 'free', keyId: 'key', test: true, scopes: ['generate'] };
const outcome: Outcome = {
  ...{ file: { key: 'file', size: 1 }, pages: 1, picture: null, ms: 1, warnings: [], print: null },
  phases: { queue: 0, compose: 0, load: 0, wait: 0, print: 0, steps: 0, store: 0 },
};
const fresh: Omit<NewGeneration, 'usage'> = {
  ...{ id: 'gen', accountId: 'acct', templateId: null, inputType: 'html', source: 'api', batchId: null, index: null, output: 'url' },
  ...{ webhook: null, filename: null, metadata: {}, test: true, createdAt: clock() },
};

/** The real lifecycle and store on a database whose answers may be lost after it has written. */
async function begin() {
  let losesAnswers = false;
  const gate: Gate = async (step) => {
    const answer = await Promise.resolve(step());
    if (losesAnswers) throw new Error('connection closed');
    return answer;
  };
  const generations = new MemoryCollection<GenerationDocument>();
  const store = new GenerationStore(generations.model(gate), clock);
  const reservations = new UsageReservations({ meter: undefined, store, batchOwner: () => undefined, log });
  const publisher = { isWanted: () => Promise.resolve(false) } as unknown as EventPublisher;
  /** The state of the record when its key was freed. */
  const freed: (string | undefined)[] = [];
  const replies = {
    forget: (id: string) => {
      freed.push(generations.documents.get(id)?.['status'] as string | undefined);
      return Promise.resolve();
    },
  };
  const lifecycle = new GenerationLifecycle({ store, reservations, publisher, count: () => undefined, replies });
  const { lease, record } = await lifecycle.begin(principal, fresh, { onRecorded: () => undefined });
  await record.open();
  const complete = () => lifecycle.complete(lease, outcome, record);
  const fail = () => lifecycle.fail(lease, 'The connection was closed.', { record, mayPass: true });
  const loseAnswers = (loses: boolean): void => void (losesAnswers = loses);
  return { complete, fail, freed, loseAnswers, status: () => generations.documents.get('gen')?.['status'] };
}

describe('the Idempotency-Key of a document that failed for a reason that may pass', () => {
  it('is free before the failure can be seen', async () => {
    const { fail, freed, status } = await begin();
    assert.equal(await fail(), true);
    assert.deepEqual([freed, status()], [['processing'], 'failed']);
  });

  it('stays taken when the document was completed and only the answer of the database was lost', async () => {
    const { complete, fail, freed, loseAnswers, status } = await begin();
    loseAnswers(true);
    await assert.rejects(complete(), /connection closed/);
    loseAnswers(false);
    assert.equal(await fail(), false);
    assert.deepEqual([freed, status()], [[], 'completed']);
  });
});
