import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const CONTRIBUTING = 'CONTRIBUTING.md';
const DOCUMENTS = ['README.md', CONTRIBUTING, 'server/deploy/OPERATIONS.md'];
/** Folders whose own folders are all named in the tree. */
const MAPPED = ['server', 'plugins', 'connectors', 'db', 'test'];
const MOST_README_LINES = 199;
const LEAST_TERMS = 20;

/** A path from the root, wherever it stands in a text; what follows a longer path or a word is not one. */
const PATHS = /(?<![\w./:@-])(?:server|plugins|connectors|db|test|\.ci|\.github)\/(?:[\w.*@-]|<\w+>|\/)*/g;
const LINKS = /\]\(([^)\s]+)\)/g;
const HOP = /`([^`]+)` → ((?:`[^`]+`(?:, )?)+)/g;

/** The text below a heading, up to the next one of its level. */
function section(document: string, title: string): string {
  const found = new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(read(document))?.[1];
  assert.ok(found, `${document} has the section ${title}`);
  return found;
}

const fenced = (text: string): string => /^```\n([\s\S]*?)^```/m.exec(text)?.[1] ?? '';
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');

interface TreeEntry {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Each line is a name, two levels deep at most, and what it is for. */
function tree(): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let parent = '';
  for (const line of fenced(section(CONTRIBUTING, 'Tree')).trimEnd().split('\n')) {
    const [, indent, name = ''] = /^( {2})?(\S+) {2,}\S/.exec(line) ?? [];
    assert.notEqual(name, '', `a line of the tree has a name and a purpose: ${line}`);
    if (indent === undefined) parent = name;
    entries.push({ path: (indent === undefined ? name : parent + name).replace(/\/$/, ''), isFolder: name.endsWith('/') });
  }
  return entries;
}

const isThere = (path: string): boolean => {
  const pattern = path.replace(/<\w+>/g, '*');
  return pattern.includes('*') ? globSync(pattern, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, pattern));
};

/** As GitHub makes anchors of headings. */
const anchorsOf = (document: string): string[] =>
  [...withoutCode(read(document)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('CONTRIBUTING.md', () => {
  it('has a tree whose every path exists', () => {
    const entries = tree();
    assert.ok(entries.length > 50, `${String(entries.length)} lines`);
    const wrong = entries.filter(({ path, isFolder }) => !existsSync(join(ROOT, path, isFolder ? '.' : '')));
    assert.deepEqual(wrong, []);
  });

  it('names every folder that there is, to the depth of a plugin', () => {
    const named = tree().map(({ path }) => path);
    for (const parent of MAPPED) {
      const folders = readdirSync(join(ROOT, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
        .map(({ name }) => `${parent}/${name}`);
      assert.ok(folders.length > 0, parent);
      for (const path of [parent, ...folders]) assert.ok(named.includes(path), `the tree does not name ${path}`);
    }
  });

  for (const title of ['The way of one request', 'The way of a batch item', 'The way of a webhook']) {
    it(`leads along ${title.toLowerCase()} by symbols that stand in the files it names`, () => {
      const hops = [...section(CONTRIBUTING, title).replaceAll(/\n +/g, ' ').matchAll(HOP)];
      assert.ok(hops.length >= 10, `${String(hops.length)} hops`);
      const missing = hops.flatMap(([, path = '', symbols = '']) => {
        assert.ok(existsSync(join(ROOT, path)), path);
        const words = new Set(read(path).match(/#?\w+/g));
        return [...symbols.matchAll(/`([^`]+)`/g)]
          .flatMap(([, symbol = '']) => symbol.split('.'))
          .filter((name) => !words.has(name))
          .map((name) => `${path} → ${name}`);
      });
      assert.deepEqual(missing, []);
    });
  }

  it(`explains at least ${String(LEAST_TERMS)} terms, each once`, () => {
    const rows = [...section(CONTRIBUTING, 'Glossary').matchAll(/^\| (.+?) \| (.+) \|$/gm)].slice(1);
    const terms = rows.flatMap(([, term = '']) => term.split(', '));
    assert.ok(terms.length >= LEAST_TERMS, `${String(terms.length)} terms`);
    assert.deepEqual(
      terms.filter((term, i) => terms.indexOf(term) !== i),
      [],
    );
    for (const term of ['generation', 'document', 'page', 'job']) assert.ok(terms.includes(term), term);
  });

  it('lists every command of package.json that somebody calls by hand', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = section(CONTRIBUTING, 'Commands');
    // Hooks of npm, and the parts of `check`, which name themselves when they fail.
    const called = Object.keys(scripts).filter(
      (name) => !(name.startsWith('pre') && name.slice(3) in scripts) && !name.startsWith('check:'),
    );
    const missing = called.filter((name) => !new RegExp(`\`npm (run )?${name}[\` ]`).test(text));
    assert.deepEqual(missing, []);
  });
});

describe('the documents', () => {
  it('keep the README short', () => {
    const lines = read('README.md').trimEnd().split('\n').length;
    assert.ok(lines <= MOST_README_LINES, `${String(lines)} lines; what operators need belongs in server/deploy/OPERATIONS.md`);
  });

  for (const document of DOCUMENTS) {
    it(`${document} names files that exist`, () => {
      const paths = [...new Set(read(document).match(PATHS) ?? [])].map((path) => path.replace(/[./]+$/, ''));
      assert.ok(paths.length > 0);
      assert.deepEqual(
        paths.filter((path) => !isThere(path)),
        [],
      );
    });

    it(`${document} links to files and headings that exist`, () => {
      const links = [...withoutCode(read(document)).matchAll(LINKS)].map(([, link = '']) => link).filter((link) => !/^https?:/.test(link));
      assert.ok(links.length > 3, `${String(links.length)} links`);
      const broken = links.filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? document : join(dirname(document), path);
        return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      });
      assert.deepEqual(broken, []);
    });

    it(`${document} names commands that package.json has`, () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
      const text = read(document);
      const named = [...text.matchAll(/npm run ([\w:-]*\w)/g)].map(([, name = '']) => name);
      if (/npm start\b/.test(text)) named.push('start');
      if (/npm test\b/.test(text)) named.push('test');
      assert.ok(named.length >= 1);
      assert.deepEqual(
        [...new Set(named)].filter((name) => !(name in scripts)),
        [],
      );
    });
  }
});

describe('the workflow of GitHub', () => {
  const workflow = parse(read('.github/workflows/ci.yml')) as {
    readonly permissions: object;
    readonly jobs: Readonly<
      Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
    >;
  };

  it('runs .ci/run within a time limit, may only read, and keeps no cache', () => {
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    const jobs = Object.values(workflow.jobs);
    assert.ok(jobs.some(({ steps }) => steps.some(({ run }) => run?.endsWith('.ci/run') === true)));
    for (const { 'timeout-minutes': limit, steps } of jobs) {
      assert.ok(limit !== undefined && limit <= 120);
      for (const { uses = '' } of steps) assert.doesNotMatch(uses, /cache/);
    }
  });
});
