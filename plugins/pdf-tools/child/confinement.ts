import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { seccompFilter } from './seccomp.ts';

const TOOLS = join(import.meta.dirname, '..');
const ROOT = join(TOOLS, '../..');
const LIBRARY = createRequire(import.meta.url).resolve('pdf-lib');
const PACKAGES = LIBRARY.slice(0, LIBRARY.lastIndexOf('node_modules') + 'node_modules'.length);
/** The hub's own folder has its data and settings beside the code, so that only parts of it may be read. */
const CODE = [TOOLS, join(ROOT, 'package.json'), PACKAGES];

/** What changes what the program does: the code of these tools and of the library. */
export const PROGRAM_FILES: readonly string[] = [TOOLS, LIBRARY];

const [PRLIMIT, PERL, UNSHARE] = ['/usr/bin/prlimit', '/usr/bin/perl', '/usr/bin/unshare'];
/** Of `nobody`, whose processes the hub's own are not. */
const NOBODY = 65_534;
/** Bytes, files, and seconds over the life of a child, which so cannot write into any file. Memory is watched by what is used: WebAssembly reserves far more. */
const LIMITS = { fsize: 0, core: 0, nofile: 256, cpu: 3600 };
const PROBE_LIMIT_MS = 10_000;

/** Refuses system calls by a filter and becomes the program that follows; ends with the process that started it. */
const WITH_SECCOMP = `
my ($prctl, $seccomp, $hex) = splice @ARGV, 0, 3;
my $filter = pack 'H*', $hex;
my $program = pack 'S x6 P', length($filter) / 8, $filter;
syscall($prctl + 0, 1, 9, 0, 0, 0) == 0 or die "PR_SET_PDEATHSIG: $!";
syscall($prctl + 0, 38, 1, 0, 0, 0) == 0 or die "PR_SET_NO_NEW_PRIVS: $!";
syscall($seccomp + 0, 1, 0, $program) == 0 or die "SECCOMP_SET_MODE_FILTER: $!";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!";
`;

/** Tells what it can do, and waits to be ended. */
const PROBE = `
import { accessSync } from 'node:fs';
import { connect } from 'node:net';
for (const path of process.argv.slice(1)) accessSync(path);
const reach = (to) => new Promise((resolve) => {
  try { connect(to).once('connect', () => resolve('connected')).once('error', ({ code }) => resolve(code)); }
  catch ({ code }) { resolve(code); }
});
const can = [];
if (!['EPERM', 'EACCES', 'ENETUNREACH'].includes(await reach({ port: 9, host: '127.0.0.1' }))) can.push('network');
if (!['EPERM', 'EACCES'].includes(await reach({ path: '/nowhere/at/all' }))) can.push('local sockets');
try { process.kill(process.ppid, 0); can.push('signals'); } catch {}
process.send(can);
setInterval(() => {}, 1e6);
`;

/** What a child could still do although it should not. */
export type Right = 'network' | 'local sockets' | 'signals';

/** How children are kept from everything but the file they read. */
export interface Confinement {
  /** What keeps them from the network and from other processes. */
  readonly means: 'seccomp' | 'namespace' | 'none';
  /** Another user than the hub's, where the hub may choose. */
  readonly uid: number | undefined;
  readonly hasLimits: boolean;
  readonly rights: readonly Right[];
}

type Way = Pick<Confinement, 'means' | 'uid'>;

export interface Program {
  /** Arguments of Node: a file with its own, or `-e` and code. */
  readonly run: readonly string[];
  /** Files and folders it may read besides the code of these tools. */
  readonly readable: readonly string[];
  /** Its compiled code. */
  readonly codeCache?: CodeCache | undefined;
}

interface CodeCache {
  readonly folder: string;
  /** Whether the program writes it: only one that reads nothing of any caller may. */
  readonly isNew: boolean;
}

/** Where a child has its bytes: inputs come in, results go out. */
export const DATA_FD = 4;

/** Starts a program that may read code and what is named, and nothing else of this machine as far as `way` can keep it. */
export function startConfined({ means, uid }: Way, { run, readable, codeCache }: Program): ChildProcess {
  const compiled = codeCache === undefined ? [] : [codeCache.folder];
  const flags = [
    '--max-old-space-size=512',
    '--min-semi-space-size=4', // MiB: from 1, V8 collects what a start allocates many times
    '--permission',
    ...[...CODE, ...readable, ...compiled].map((path) => `--allow-fs-read=${path}`),
    // Node uses no cache without this; the limit on the size of files is what keeps a program from writing it.
    ...compiled.map((path) => `--allow-fs-write=${path}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  const [program = process.execPath, ...args] = [
    ...limited(codeCache?.isNew === true ? { ...LIMITS, fsize: 'unlimited' } : LIMITS),
    ...isolated(means),
    process.execPath,
    ...flags,
    ...run,
  ];
  return spawn(program, args, {
    env: codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache.folder },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

const limited = (limits: Readonly<Record<string, number | string>>): string[] =>
  existsSync(PRLIMIT) ? [PRLIMIT, ...Object.entries(limits).map(([name, value]) => `--${name}=${String(value)}`)] : [];

function isolated(means: Confinement['means']): string[] {
  const filter = means === 'seccomp' ? seccompFilter(process.arch) : undefined;
  if (filter !== undefined) return [PERL, '-e', WITH_SECCOMP, String(filter.prctl), String(filter.seccomp), filter.program.toString('hex')];
  return means === 'namespace' ? [UNSHARE, '--user', '--map-current-user', '--net', '--ipc'] : [];
}

function ways(): Way[] {
  const means: Confinement['means'][] = [
    ...(seccompFilter(process.arch) !== undefined && process.platform === 'linux' && existsSync(PERL) ? ['seccomp' as const] : []),
    ...(existsSync(UNSHARE) ? ['namespace' as const] : []),
    'none',
  ];
  const uids = process.getuid?.() === 0 ? [NOBODY, undefined] : [undefined];
  return uids.flatMap((uid) => means.map((one) => ({ means: one, uid })));
}

let strongest: Promise<Confinement> | undefined;

/** The strongest confinement that this system permits, found by trying once in the life of the process. */
export async function findConfinement(): Promise<Confinement> {
  strongest ??= (async () => {
    for (const way of ways()) {
      const rights = await probe(way);
      if (rights !== undefined) return { ...way, hasLimits: existsSync(PRLIMIT), rights };
    }
    return { means: 'none', uid: undefined, hasLimits: false, rights: ['network', 'local sockets', 'signals'] };
  })();
  return strongest;
}

/** What a program can do that is started in this way; undefined when it does not start, or cannot be ended. */
async function probe(way: Way): Promise<readonly Right[] | undefined> {
  const child = startConfined(way, { run: ['--input-type=module', '-e', PROBE, ...CODE], readable: [] });
  child.on('error', () => undefined); // also rejects what is awaited below
  child.stderr?.resume();
  const limit = AbortSignal.timeout(PROBE_LIMIT_MS);
  try {
    const gone = once(child, 'exit', { signal: limit });
    const answer = await Promise.race([once(child, 'message', { signal: limit }), gone.then(() => undefined)]);
    if (answer === undefined || !child.kill('SIGKILL')) return undefined;
    await gone;
    return answer[0] as Right[];
  } catch {
    child.kill('SIGKILL');
    return undefined;
  }
}
