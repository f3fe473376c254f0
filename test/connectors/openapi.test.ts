import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { startHub } from '../support/hub.ts';

const CONNECTORS = join(import.meta.dirname, '../../connectors');
const TYPES = ['zapier/src/api.ts', 'n8n/nodes/shared/api.d.ts'];
/** `npm run openapi` writes instead of comparing. */
const WRITES = process.env['PLATEN_WRITE_OPENAPI'] === 'yes';

describe('what the connectors know of the API', () => {
  it('is the description that a hub with every plugin gives (npm run openapi writes it anew)', async function () {
    this.timeout(60_000);
    const hub = await startHub({ plugins: { 'pdf-tools': { config: { protect: true } } } });
    try {
      const document = (await (await fetch(`${hub.url}/openapi.json`)).json()) as { servers?: unknown };
      delete document.servers;
      const text = `${JSON.stringify(document, null, 2)}\n`;
      const types = await format(astToString(await openapiTypes(text)), { parser: 'typescript', printWidth: 140, singleQuote: true });
      const files = [['openapi.json', text], ...TYPES.map((path) => [path, types])] as [string, string][];
      for (const [path, wanted] of files) {
        if (WRITES) writeFileSync(join(CONNECTORS, path), wanted);
        else assert.equal(readFileSync(join(CONNECTORS, path), 'utf8'), wanted, `connectors/${path} is stale: npm run openapi`);
      }
    } finally {
      await hub.stop();
    }
  });
});
