import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
const JAVA_SOURCES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.java'))
  .sort();
/** One core, and pauses of a small heap: a parallel collector and the optimizing compiler take more from the renderer than they give here. */
const JVM_FLAGS = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** The machine lacks what the embedded server is built with. */
export class EmbeddedUnavailable extends Error {}

async function toolVersion(command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(command, args, { timeout: 20_000 });
    return `${stdout}${stderr}`;
  } catch {
    return '';
  }
}

/**
 * Fetches the server's libraries with Maven and compiles it once into `cache`.
 * @returns the arguments for `java`, without the data file.
 * @throws EmbeddedUnavailable naming the missing tool.
 */
export async function buildEmbedded(cache: string, onProgress: (line: string) => void): Promise<string[]> {
  const digest = createHash('sha256');
  for (const file of [...JAVA_SOURCES, 'pom.xml']) digest.update(readFileSync(join(FOLDER, file)));
  const home = join(cache, `embedded-mongo-${digest.digest('hex').slice(0, 12)}`);
  const javaArguments = [...JVM_FLAGS, '-cp', [join(home, 'classes'), join(home, 'lib', '*')].join(delimiter), 'EmbeddedMongo'];
  if (existsSync(home)) return javaArguments;

  const javac = /javac (\d+)/.exec(await toolVersion('javac', ['-version']))?.[1];
  if (javac === undefined || Number(javac) < 17) throw new EmbeddedUnavailable('no JDK 17 or later on the PATH');
  if ((await toolVersion('mvn', ['-v'])) === '') throw new EmbeddedUnavailable('no Maven (mvn) on the PATH');
  onProgress('preparing the embedded database with Maven (once, about 6 MB)');
  const building = `${home}.${String(process.pid)}`;
  mkdirSync(join(building, 'classes'), { recursive: true });
  try {
    await run(
      'mvn',
      ['-q', '-B', '-f', join(FOLDER, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${join(building, 'lib')}`],
      { timeout: 300_000 },
    );
    await run('javac', [
      '-cp',
      join(building, 'lib', '*'),
      '-d',
      join(building, 'classes'),
      ...JAVA_SOURCES.map((file) => join(FOLDER, file)),
    ]);
    if (!existsSync(home)) renameSync(building, home);
  } catch (cause) {
    if (!existsSync(home)) throw new EmbeddedUnavailable('Maven could not fetch or compile the embedded server', { cause });
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  return javaArguments;
}
