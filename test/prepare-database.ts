import { startMongo, temporaryFolder } from './support/services.ts';

/** Prepares the database that tests run on, so that `.ci/run` can do it beside its checks: most of it is one step after another. */
const folder = temporaryFolder('database');
try {
  const mongo = await startMongo(folder.path, { inMemory: true });
  await mongo.stop();
} finally {
  folder.remove();
}
