import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format } from 'oxfmt';
import { sharedHub } from '../support/hub.ts';

const CONNECTORS = join(import.meta.dirname, '../../connectors');
/** Types that nobody can read through are of no use. */
const MAX_TYPE_LINES = 2500;
/** `npm run openapi` writes instead of comparing. */
const WRITES = process.env['PLATEN_WRITE_OPENAPI'] === 'yes';

/** Types of what is there: the generator also lists every method and parameter that an operation has not, and repeats every description. */
async function typesOf(description: string): Promise<string> {
  const types = astToString(await openapiTypes(description))
    .replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^ *\w+\?: never;\n/gm, '')
    .replaceAll(/^ *headers: \{[^{}]*\};\n/gm, '')
    .replaceAll(/^ *parameters: \{\s*\};\n/gm, '');
  return (await format('api.d.ts', types, { printWidth: 140, singleQuote: true, objectWrap: 'collapse' })).code;
}

describe('what the connectors know of the API', () => {
  it('is the description that a hub with every plugin gives (npm run openapi writes it anew)', async function () {
    this.timeout(60_000);
    const hub = await sharedHub();
    try {
      const document: unknown = await (await fetch(`${hub.url}/openapi.json`)).json();
      const text = `${JSON.stringify(document, null, 2)}\n`;
      const types = await typesOf(text);
      assert.ok(types.split('\n').length < MAX_TYPE_LINES);
      for (const [path, wanted] of [
        ['openapi.json', text],
        ['api.d.ts', types],
      ] as const) {
        if (WRITES) writeFileSync(join(CONNECTORS, path), wanted);
        else assert.equal(readFileSync(join(CONNECTORS, path), 'utf8'), wanted, `connectors/${path} is stale: npm run openapi`);
      }
    } finally {
      await hub.stop();
    }
  });
});
