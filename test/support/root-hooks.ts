import type { RootHookObject } from 'mocha';
import { errorHooks } from './error-log.ts';
import { dropDatabases } from './hub.ts';

/** Of every test file, in whichever process it runs. */
export const mochaHooks: RootHookObject = { ...errorHooks, afterAll: dropDatabases };
