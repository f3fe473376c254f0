import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { endProcess, spawnDatabase } from '../server-process.ts';

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
const JAVA_SOURCES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.java'))
  .sort();
/** One core, and pauses of a small heap: a parallel collector and the optimizing compiler take more from the renderer than they give here. */
const JVM_FLAGS = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
/** Part of the folder's name, so that a folder of another layout is not taken for this one. */
const LAYOUT = 'jars and an archive of classes';
const ARCHIVE = 'classes.jsa';
const ARCHIVE_LIMIT_MS = 60_000;

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
 * @returns the arguments for `java`, without the port and the data file.
 * @throws EmbeddedUnavailable naming the missing tool.
 */
export async function buildEmbedded(cache: string, onProgress: (line: string) => void): Promise<string[]> {
  const digest = createHash('sha256').update(LAYOUT);
  for (const file of [...JAVA_SOURCES, 'pom.xml']) digest.update(readFileSync(join(FOLDER, file)));
  const home = join(cache, `embedded-mongo-${digest.digest('hex').slice(0, 12)}`);
  if (!existsSync(home)) {
    await build(home, onProgress);
    await archiveClasses(home, onProgress);
  }
  const archive = join(home, ARCHIVE);
  return [...(existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : []), ...javaArguments(home)];
}

function javaArguments(home: string): string[] {
  const jars = readdirSync(join(home, 'lib')).sort(); // an archive of classes holds for one order only
  return [...JVM_FLAGS, '-cp', jars.map((jar) => join(home, 'lib', jar)).join(delimiter), 'EmbeddedMongo'];
}

async function build(home: string, onProgress: (line: string) => void): Promise<void> {
  const javac = /javac (\d+)/.exec(await toolVersion('javac', ['-version']))?.[1];
  if (javac === undefined || Number(javac) < 17) throw new EmbeddedUnavailable('no JDK 17 or later on the PATH');
  if ((await toolVersion('mvn', ['-v'])) === '') throw new EmbeddedUnavailable('no Maven (mvn) on the PATH');
  onProgress('preparing the embedded database with Maven (once, about 6 MB)');
  const building = `${home}.${String(process.pid)}`;
  const [lib, classes] = [join(building, 'lib'), join(building, 'classes')];
  mkdirSync(classes, { recursive: true });
  try {
    await run('mvn', ['-q', '-B', '-f', join(FOLDER, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${lib}`], {
      timeout: 300_000,
    });
    await run('javac', ['-cp', join(lib, '*'), '-d', classes, ...JAVA_SOURCES.map((file) => join(FOLDER, file))]);
    await run('jar', ['--create', '--file', join(lib, 'embedded-mongo.jar'), '-C', classes, '.']);
    rmSync(classes, { recursive: true });
    if (!existsSync(home)) renameSync(building, home);
  } catch (cause) {
    if (!existsSync(home)) throw new EmbeddedUnavailable('Maven could not fetch or compile the embedded server', { cause });
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

/** Keeps the classes of a first run in the form that a JVM maps into its memory, which halves what a start takes. */
async function archiveClasses(home: string, onProgress: (line: string) => void): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'platen-classes-'));
  const fresh = join(data, ARCHIVE);
  try {
    const args = [`-XX:ArchiveClassesAtExit=${fresh}`, ...javaArguments(home), '0', join(data, 'embedded.h2')];
    const server = await spawnDatabase('java', args, /^ready (\d+)$/m, ARCHIVE_LIMIT_MS);
    try {
      const { connectMongo } = await import('../mongo.ts'); // what later starts need is read while the server starts
      const connection = await connectMongo(`mongodb://127.0.0.1:${server.match[1] ?? ''}/platen`);
      const things = connection.collection('things');
      await things.createIndexes([{ key: { at: 1 } }]);
      await things.insertOne({ at: new Date() });
      await things.findOneAndUpdate({ at: { $lte: new Date() } }, { $set: { seen: true } }, { sort: { at: 1 } });
      await things.aggregate([{ $match: { seen: true } }, { $group: { _id: null, count: { $sum: 1 } } }]).toArray();
      await connection.destroy();
    } finally {
      await endProcess(server.pid, ARCHIVE_LIMIT_MS);
    }
    copyFileSync(fresh, join(home, `${ARCHIVE}.${String(process.pid)}`));
    renameSync(join(home, `${ARCHIVE}.${String(process.pid)}`), join(home, ARCHIVE));
  } catch (error) {
    onProgress(`the embedded database will start more slowly, as its classes could not be archived: ${(error as Error).message}`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
