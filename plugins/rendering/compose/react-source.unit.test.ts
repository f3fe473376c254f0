import assert from 'node:assert/strict';
import { transpileReact } from './react-source.ts';

describe('React source', () => {
  const ACCEPTED: readonly (readonly [name: string, source: string])[] = [
    ['a function', 'export default function Page() { return <p>x</p> }'],
    ['an arrow function', 'export default () => <p>x</p>;'],
    ['a class', "import React from 'react'; export default class Page extends React.Component { render() { return <p/> } }"],
    ['a name that is defined below', 'export default Page; function Page() { return <p/> }'],
    ['an export list', 'function Page() { return <p/> } export { Page as default };'],
    ['a component that is wrapped', "import { memo } from 'react'; export default memo(() => <p/>);"],
    ['types', 'interface Props { readonly name: string } export default ({ name }: Props) => <p>{name}</p>;'],
    ['imports of types only', "import type { Thing } from './things'; export default (_: Thing) => <p/>;"],
    ['module.exports', 'module.exports = () => <p/>;'],
    ['an import that stands in a text', `export default () => <p>{"require('fs')"}</p>;`],
  ];
  for (const [name, source] of ACCEPTED)
    it(`may have ${name}`, () => {
      assert.match(transpileReact(source).code, /exports/);
    });

  const REFUSED: readonly (readonly [name: string, source: string, message: RegExp])[] = [
    ['no default export', 'export const Page = () => <p/>;', /has no default export/],
    ['nothing', '', /has no default export/],
    ['an element as default', 'export default <p>x</p>;', /exports an element as default at line 1/],
    ['an object as default', 'export default { a: 1 };', /exports an object as default/],
    ['a list as default', 'export default [1];', /exports a list as default/],
    ['a text as default', 'export default "x";', /exports a plain value as default/],
    ['a constant that is a number as default', 'const n = 7;\nexport default n;', /exports a plain value as default at line 2/],
    ['another import', "import x from 'lodash'; export default () => <p>{x}</p>;", /imports lodash at line 1, which is not available/],
    ['a require of another module', "\nconst fs = require('fs'); export default () => <p/>;", /imports fs at line 2/],
    ['a tag that does not end', 'export default () => <p>x;', /does not parse at line 1/],
    ['a syntax error', 'export default () => <p/>;\nconst = 3;', /does not parse at line 2/],
    ['what only V8 refuses', 'export default () => <p/>;\nlet a; let a;', /does not parse at line 2/],
  ];
  for (const [name, source, message] of REFUSED)
    it(`may not have ${name}`, () => {
      assert.throws(() => transpileReact(source), { name: 'SourceRefused', message });
    });
});
