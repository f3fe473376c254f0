import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

const WRONG: readonly (readonly [react: string, message: RegExp])[] = [
  ['export default () => <p>', /^react: does not parse at line 1, column 22: <p> is not closed$/],
  ['\nexport default () => {\n  await x\n}', /^react: does not parse at line 3, column 3: Unexpected reserved word 'await'\.$/],
  [
    'const a = 1; const a = 2; export default () => a',
    /^react: does not parse at line 1, column 20: Identifier 'a' has already been declared\.$/,
  ],
  [`export default () => ${'['.repeat(60_000)}`, /^react: does not parse/],
  ["\nimport fs from 'fs';\nexport default () => fs", /^react: imports fs at line 2, which is not available; only react is$/],
  ["export default () => import('lodash')", /^react: imports lodash at line 1/],
  ["export * from './other'; export default () => null", /^react: imports \.\/other at line 1/],
  ['export const App = () => <p />', /^react: has no default export; the default export must be a component/],
  ['// export default App\nconst text = "export default App"', /^react: has no default export/],
  ['export default 5', /^react: exports a plain value as default at line 1/],
  ['export default "text"', /^react: exports a plain value/],
  ['\n\nexport default { App: () => <p /> }', /^react: exports an object as default at line 3/],
  ['export default <p>x</p>', /^react: exports an element as default/],
  ['const App = [];\nexport default App', /^react: exports a list as default at line 2/],
];

const RIGHT: readonly string[] = [
  'export default () => <p>shown</p>',
  'export default function App() { return <p>shown</p> }',
  "import { Component } from 'react'; export default class extends Component { render() { return <p>shown</p> } }",
  "import React, { memo } from 'react'; const App = () => <p>shown</p>; export default memo(App)",
  'const App = () => <p>shown</p>;\nexport { App as default };',
  "import type { FC } from 'elsewhere'; const App: FC = () => <p>shown</p>; export default App as FC",
  'module.exports = () => <p>shown</p>',
  'const text = "require(\'fs\')"; export default () => <p title={text}>shown</p>',
];

describe('React source', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  /** Documents recorded, documents counted, requests kept for later. */
  const traces = async (): Promise<number[]> => {
    const database = await openDatabase(hub.database);
    const counters = await database.collection<{ used: number }>('usage').find({}).toArray();
    const [records, inputs] = await Promise.all(
      ['generations', 'generation_inputs'].map((name) => database.collection(name).countDocuments()),
    );
    await database.close();
    return [records ?? NaN, counters.reduce((sum, { used }) => sum + used, 0), inputs ?? NaN];
  };

  it('that cannot work is refused with the place, and neither recorded nor counted', async () => {
    for (const [react, message] of WRONG) {
      const error = await caller.refused('POST', '/v1/generate', { react }, 400, 'VALIDATION_ERROR', ['react']);
      assert.match(error.message, message);
    }
    assert.deepEqual(await traces(), [0, 0, 0]);
  });

  it('that cannot work is refused in a batch, and nothing of it is queued', async () => {
    const items = [{ html: '<p>x</p>' }, ...WRONG.map(([react]) => ({ react })), { react: RIGHT[0] }];
    const wrong = WRONG.map((_, i) => `items.${String(i + 1)}.react`);
    const error = await caller.refused('POST', '/v1/generate/batch', { items }, 400, 'VALIDATION_ERROR', wrong);
    assert.match(error.message, /^items\.1\.react: does not parse at line 1, column \d+/);
    assert.deepEqual(await traces(), [0, 0, 0]);
  });

  it('is drawn however it exports its component', async () => {
    for (const react of RIGHT) assert.equal(await textOf(await caller.pdf({ react })), 'shown', react);
  });

  it('whose export shows only at run time to be no component fails there, and says so', async () => {
    for (const react of ['const make = () => 5; export default make()', 'let App = 5; export default App']) {
      const error = await caller.refused('POST', '/v1/generate', { react }, 422, 'RENDER_FAILED');
      assert.match(error.message, /the default export is no component, which shows only when the source runs/);
    }
  });
});
