import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copyConnector } from '../support/n8n-tools.ts';
import { NPM_CI } from '../support/npm.ts';
import { temporaryFolder } from '../support/services.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONNECTOR = join(ROOT, 'connectors/n8n');

interface Nodes {
  readonly PlatenTrigger: new () => { readonly description: { readonly description: string } };
}

describe('the package of the n8n connector', function () {
  this.timeout(600_000);
  const home = temporaryFolder('n8n-package');
  let folder: string;

  before(() => {
    folder = copyConnector();
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
    home.remove();
  });

  it('is installed, built and packed by the commands of its README', () => {
    const [, commands = ''] = /```sh\n([^`]*)```/.exec(readFileSync(join(CONNECTOR, 'README.md'), 'utf8')) ?? [];
    const [install, ...others] = commands.split('\n');
    assert.equal(install, NPM_CI.join(' '), 'which prepared what the others need');
    execFileSync('bash', ['-euo', 'pipefail', '-c', others.join('\n')], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HOME: home.path },
    });
    const installed = join(home.path, '.n8n/nodes/node_modules/n8n-nodes-platen');
    assert.equal((JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { name: string }).name, 'n8n-nodes-platen');
    assert.ok(existsSync(join(installed, 'dist/nodes/Platen/Platen.node.js')));
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    const packed = execFileSync('tar', ['-tzf', archive], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    for (const node of ['Platen', 'PlatenTrigger', 'PlatenTemplateTrigger'])
      for (const ending of ['js', 'json']) assert.ok(packed.includes(`package/dist/nodes/${node}/${node}.node.${ending}`), node);
    for (const path of packed) assert.match(path, /^package\/(dist\/.*|package\.json|README\.md|LICENSE)$/);
  });

  it("is clean for n8n's own linter with its default configuration", () => {
    const said = execFileSync('npm', ['run', 'lint'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    assert.doesNotMatch(said, /problem|error/i);
  });

  it('is found by what people search for', () => {
    const codex = JSON.parse(readFileSync(join(folder, 'nodes/Platen/Platen.node.json'), 'utf8')) as {
      alias: string[];
      categories: string[];
    };
    for (const word of ['pdf', 'invoice', 'document', 'html to pdf', 'url to pdf', 'html to image', 'screenshot', 'report'])
      assert.ok(codex.alias.includes(word), word);
    assert.ok(codex.categories.length > 0);
    // n8n's list of nodes shows a node and its trigger as one, with the description of the trigger.
    const { description } = new (
      createRequire(import.meta.url)(join(folder, 'dist/nodes/PlatenTrigger/PlatenTrigger.node.js')) as Nodes
    ).PlatenTrigger();
    assert.match(description.description, /^Make PDFs from templates, HTML or web pages/);
  });

  it('is published by a workflow of the repository, with provenance and nothing left to fill in', () => {
    const workflow = readFileSync(join(ROOT, '.github/workflows/publish-n8n.yml'), 'utf8');
    assert.doesNotMatch(workflow, /\{\{ ?packageManager|<your-|TODO/);
    for (const part of ['id-token: write', 'working-directory: connectors/n8n', 'npm ci', 'npm run release'])
      assert.ok(workflow.includes(part), part);
    const { scripts } = JSON.parse(readFileSync(join(CONNECTOR, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    assert.equal(scripts['release'], 'n8n-node release');
    assert.ok(!readdirSync(CONNECTOR).includes('.github'), 'a workflow anywhere else never runs');
  });
});
