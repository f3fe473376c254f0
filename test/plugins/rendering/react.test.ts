import assert from 'node:assert/strict';
import { type Caller, download, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub, startHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';

/** Each is printed as the text beside it. */
const SHOWN: Readonly<Record<string, readonly [react: string, data: Readonly<Record<string, unknown>>, text: string]>> = {
  'an async component': ['export default async function Doc({ name }) { return <p>Hi {name}</p> }', { name: 'Ann' }, 'Hi Ann'],
  'an async component within another': [
    `const Late = async ({ n }) => { await new Promise((done) => setTimeout(done, 50)); return <b>late {n}</b> };
     export default () => <p>soon <Late n={2} /></p>`,
    {},
    'soon late 2',
  ],
  'a component that suspends': [
    `import { Suspense, use } from 'react';
     const late = new Promise((done) => setTimeout(() => done('here'), 50));
     const Late = () => <b>{use(late)}</b>;
     export default () => <Suspense fallback={<i>waiting</i>}><Late /></Suspense>`,
    {},
    'here',
  ],
  'a lazy component': [
    `import { lazy, Suspense } from 'react';
     const Late = lazy(async () => ({ default: () => <b>lazy</b> }));
     export default () => <Suspense fallback="waiting"><Late /></Suspense>`,
    {},
    'lazy',
  ],
  'a whole document that waits': [
    'export default async () => <html lang="en"><head><title>t</title></head><body><p>whole</p></body></html>',
    {},
    'whole',
  ],
  'a long list that waits': [
    `import { Suspense, use } from 'react';
     const late = new Promise((done) => setTimeout(() => done(1), 10));
     const Rows = () => { use(late); return <p>{'x '.repeat(20000)}end</p> };
     export default () => <Suspense fallback="waiting"><Rows /></Suspense>`,
    {},
    `${'x '.repeat(20_000)}end`,
  ],
  'data as a prop of that name': ['export default ({ data }) => <p>{data.name}</p>', { name: 'Ann' }, 'Ann'],
  'a field named data': ['export default ({ data }) => <p>{data}</p>', { data: 'own' }, 'own'],
  'what an effect sets': [
    `import { useEffect, useState } from 'react';
     export default () => { const [text, set] = useState('before'); useEffect(() => set('after'), []); return <p>{text}</p> }`,
    {},
    'after',
  ],
  'what an effect of a whole document sets': [
    `import { useEffect, useState } from 'react';
     export default () => { const [text, set] = useState('before'); useEffect(() => set('after'), []);
       return <html><head><title>t</title></head><body><p>{text}</p></body></html> }`,
    {},
    'after',
  ],
  'what a layout effect measures': [
    `import { useLayoutEffect, useRef, useState } from 'react';
     export default () => { const box = useRef(null); const [width, set] = useState(0);
       useLayoutEffect(() => set(box.current.offsetWidth), []);
       return <div ref={box} style={{ width: 123 }}>{width}</div> }`,
    {},
    '123',
  ],
  'what a class does when it is mounted': [
    `export default class extends React.Component { state = { text: 'before' }; componentDidMount() { this.setState({ text: 'mounted' }) }
       render() { return <p>{this.state.text}</p> } }`,
    {},
    'mounted',
  ],
  'what a ref is given': [
    `import { useState } from 'react';
     export default () => { const [text, set] = useState('before'); return <p ref={(element) => set(element?.tagName)}>{text}</p> }`,
    {},
    'P',
  ],
  'what an effect sets a second later': [
    `import { useEffect, useState } from 'react';
     export default () => { const [n, set] = useState(0); useEffect(() => { const timer = setInterval(() => set((n) => Math.min(n + 1, 5)), 200); return () => clearInterval(timer) }, []); return <p>{n}</p> }`,
    {},
    '5',
  ],
};

/** Each is refused with the sentence, and the place in the source. */
const REFUSED: Readonly<Record<string, readonly [react: string, status: number, message: RegExp]>> = {
  'a tag that is left open': [
    'export default () => (\n  <div>\n    <p>one</p>\n    <p>two<br></p>\n  </div>\n)',
    400,
    /^react: does not parse at line 4, column 11: <br> is not closed; <\/p> follows at line 4$/,
  ],
  'a tag that is left open lines before': [
    'export default () => (\n  <div>\n    <p>one</p>\n    <br>\n    <br />\n  </div>\n)',
    400,
    /^react: does not parse at line 4, column 5: <br> is not closed; <\/div> follows at line 6$/,
  ],
  'a tag that is left open in a function': [
    'export default function A() {\n  return (\n    <div>\n      <br>\n    </div>\n  )\n}',
    400,
    /^react: does not parse at line 4, column 7: <br> is not closed; <\/div> follows at line 5$/,
  ],
  'a tag that is left open in a loop': [
    'export default () => {\n  return <ul>\n    {[1].map((i) => <li>{i})}\n  </ul>\n}',
    400,
    /^react: does not parse at line 3, column 21: <li> is not closed$/,
  ],
  'a list of objects as text': [
    'const one = { a: 1 };\nexport default function Doc() {\n  return <p>{one}</p>\n}',
    422,
    /^The component failed in phase compose at line 3, column 10: Error: Objects are not valid as a React child \(found: object with keys \{a\}\)/,
  ],
  'a void element with children': [
    'export default function Doc() {\n  return <img>x</img>\n}',
    422,
    /^The component failed in phase compose at line 2, column 10: Error: img is a self-closing tag and must neither have `children`/,
  ],
  'an error of its own': [
    'export default function Doc({ items }) {\n  const n = 1;\n  return <p>{n} {items.map((one) => one)}</p>\n}',
    422,
    /^The component failed in phase compose at line 3, column 24: TypeError: Cannot read properties of undefined \(reading 'map'\)$/,
  ],
  'an error in an async component': [
    "export default async function Doc() {\n  await 1;\n  throw new Error('not there')\n}",
    422,
    /at line 3, column 9: Error: not there$/,
  ],
  'an error within Suspense': [
    "import { Suspense } from 'react';\nconst Bad = () => { throw new Error('inside') };\nexport default () => <Suspense fallback=\"x\"><Bad /></Suspense>",
    422,
    /at line 2, column 27: Error: inside$/,
  ],
  'an error in an effect': [
    "import { useEffect } from 'react';\nexport default () => {\n  useEffect(() => { throw new Error('in the page') }, []);\n  return <p>x</p>\n}",
    422,
    /^The component failed in phase load at line 3, column 27: Error: in the page$/,
  ],
  'a promise that never ends': [
    'export default async () => { await new Promise(() => {}); return <p>x</p> }',
    422,
    /^The component failed in phase compose: .*does not finish within 10000 ms/,
  ],
};

describe('React', function () {
  this.timeout(60_000);
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  for (const [name, [react, data, text]] of Object.entries(SHOWN))
    it(`prints ${name}`, async () => {
      const made = await caller.generate({ react, data });
      assert.deepEqual(made.warnings, []);
      assert.equal((await textOf(await download(made.url))).replace(/\s+/g, ' ').trim(), text);
    });

  for (const [name, [react, status, message]] of Object.entries(REFUSED))
    it(`refuses ${name}`, async () => {
      const code = status === 400 ? 'VALIDATION_ERROR' : 'RENDER_FAILED';
      const error = await caller.refused('POST', '/v1/generate', { react }, status, code);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /https:\/\/|#\d/);
    });

  it('prints the chart that an effect draws', async () => {
    const react = `import { useEffect, useRef } from 'react';
      export default ({ bars }) => {
        const canvas = useRef(null);
        useEffect(() => {
          const pen = canvas.current.getContext('2d');
          pen.fillStyle = '#f00';
          bars.forEach((bar, n) => pen.fillRect(n * 60, 200 - bar * 20, 50, bar * 20));
        }, []);
        return <canvas ref={canvas} width={300} height={200} />;
      }`;
    const [page] = await readPdf(await caller.pdf({ react, data: { bars: [5, 9, 3] } }));
    // The middle of the highest bar.
    assert.deepEqual(page?.colorAt(136 / 794, 206 / 1123), [255, 0, 0]);
  });

  it('says so where effects are switched off', async () => {
    const hub = await startHub({ plugins: { rendering: { config: { reactEffects: false } } } });
    try {
      const react = `import { useEffect, useState } from 'react';
        export default () => { const [text, set] = useState('before'); useEffect(() => set('after'), []); return <p>{text}</p> }`;
      const { body } = await (await hub.account()).send<Generated>('POST', '/v1/generate', { react });
      assert.deepEqual(body.warnings.map(({ code }) => code), ['EFFECTS_NOT_RUN']); // prettier-ignore
      assert.equal(await textOf(await download(body.url)), 'before');
    } finally {
      await hub.stop();
    }
  });
});
