import { assertOwnDocuments } from '../../support/marked.ts';
import { type TestHub, sharedHub } from '../../support/hub.ts';

const ACCOUNTS = 24;

describe('every document', () => {
  let hub: Pick<TestHub, 'account' | 'stop'>;
  before(async () => {
    hub = await sharedHub();
  });
  after(() => hub.stop());

  it('is the one that was asked for, when more accounts than there are pages send documents of four forms', async function () {
    this.timeout(120_000);
    const callers = await Promise.all(Array.from({ length: ACCOUNTS }, () => hub.account()));
    await assertOwnDocuments(callers, { count: 320, workers: 8, forms: ['plain', 'header', 'compiled', 'image'] });
  });
});
