import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Caller } from '../support/caller.ts';
import { clientGenerators } from '../support/client-generators.ts';
import { type SharedHub, sharedHub } from '../support/hub.ts';
import { temporaryFolder } from '../support/services.ts';

const PROGRAMS = join(import.meta.dirname, '../judges/clients');
const COMPILER = {
  strict: true,
  module: 'nodenext',
  target: 'es2023',
  types: ['node'],
  outDir: 'compiled',
};
const run = promisify(execFile);

/** What each program does and prints. */
interface Printed {
  readonly id: string;
  readonly url: string;
  readonly pages: number;
  readonly field: string;
  readonly requestId: boolean;
  readonly listed: readonly string[];
  readonly completed: number;
  readonly action: string;
  readonly begins: string;
}

describe('clients that others generate from /openapi.json', function () {
  this.timeout(180_000);
  const folder = temporaryFolder('clients');
  const description = join(folder.path, 'openapi.json');
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
    writeFileSync(description, await (await fetch(`${hub.url}/openapi.json`)).text());
    cpSync(PROGRAMS, folder.path, { recursive: true });
    symlinkSync(join(clientGenerators(), 'node_modules'), join(folder.path, 'node_modules'));
    writeFileSync(join(folder.path, 'package.json'), '{"type": "module"}');
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  const inFolder = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const options = { cwd: folder.path, env: { ...process.env, PLATEN_URL: hub.url, PLATEN_KEY: caller.key, ...env } };
    const { stdout } = await run(command, args, options).catch((error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    });
    return stdout;
  };
  const node = (tool: string, ...args: readonly string[]): Promise<string> =>
    inFolder(process.execPath, [join('node_modules', tool), ...args]);

  async function judge(output: string): Promise<void> {
    const printed = JSON.parse(output) as Printed;
    const { body } = await caller.send<{ status: string; pages: number }>('GET', `/v1/generations/${printed.id}`);
    assert.deepEqual([body.status, printed.pages], ['completed', 1]);
    assert.equal((await fetch(printed.url)).status, 200);
    assert.equal(printed.field, 'options.margin');
    assert.equal(printed.requestId, true);
    assert.ok(printed.listed.includes(printed.id));
    assert.equal(printed.completed, 2);
    assert.match(printed.action, /^gen_/);
    assert.equal(printed.begins, '%PDF-');
  }

  const compile = async (program: string): Promise<string> => {
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files: [`${program}.ts`] }));
    await node('typescript/bin/tsc', '-p', '.');
    return inFolder(process.execPath, [join('compiled', `${program}.js`)]);
  };

  it('work: openapi-typescript with openapi-fetch', async () => {
    await node('openapi-typescript/bin/cli.js', description, '-o', 'api.d.ts');
    await judge(await compile('openapi-fetch'));
  });

  it('work: @hey-api/openapi-ts', async () => {
    const output = { path: 'client', module: { extension: '.js' } };
    writeFileSync(
      join(folder.path, 'openapi-ts.config.mjs'),
      `export default ${JSON.stringify({ input: description, output, plugins: ['@hey-api/client-fetch'] })}`,
    );
    await node('@hey-api/openapi-ts/bin/run.js', '-f', 'openapi-ts.config.mjs');
    await judge(await compile('hey-api'));
  });

  it('work: openapi-python-client, which raises for every answer that is not described', async () => {
    const PYTHONPATH = join(clientGenerators(), 'python');
    const python = join(folder.path, 'python');
    mkdirSync(python);
    // The generator knows files only by the general type.
    writeFileSync(join(python, 'config.yaml'), 'content_type_overrides: { application/pdf: application/octet-stream }\npost_hooks: []\n');
    const output = [
      '--output-path',
      join(python, 'client'),
      '--meta',
      'none',
      '--config',
      join(python, 'config.yaml'),
      '--fail-on-warning',
    ];
    await inFolder('python3', ['-m', 'openapi_python_client', 'generate', '--path', description, ...output], { PYTHONPATH });
    // Python looks beside the program first.
    cpSync(join(PROGRAMS, 'python_client.py'), join(python, 'program.py'));
    await judge(await inFolder('python3', [join(python, 'program.py')], { PYTHONPATH }));
  });
});
