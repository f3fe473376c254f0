import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

const MODULE = 'github.com/compose-spec/compose-go/v2@v2.16.2';
const FOLDER = join(cacheFolder(process.env), 'compose-go-2.16.2');

/** The public schema of the Compose Specification, out of a module of Go's module proxy. */
export const prepareComposeSchema = preparation({
  name: 'the schema of compose files',
  limitMinutes: 5,
  ...cachedIn(FOLDER, (fresh, run) =>
    run('go', ['mod', 'download', MODULE], { cwd: fresh, env: { ...process.env, GOMODCACHE: fresh, GOFLAGS: '-modcacherw' } }),
  ),
});

export const composeSchema = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(prepared(FOLDER), MODULE, 'schema/compose-spec.json'), 'utf8')) as Record<string, unknown>;
