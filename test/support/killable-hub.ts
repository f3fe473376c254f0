import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import type { Caller } from './caller.ts';
import { suiteDatabase } from './hub.ts';
import { callerOf, ready, type Running, start, stop } from './process.ts';
import { temporaryFolder } from './services.ts';

export interface KillableHub {
  readonly url: string;
  readonly caller: Caller;
  /** Ends it as `kill -9` does; its data and its address stay. */
  kill(): Promise<void>;
  /** Starts it again, and resolves when it is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A hub in a process of its own on the suite's database, with an account, whose documents may load from loopback. */
export async function killableHub(): Promise<KillableHub> {
  const folder = temporaryFolder('killable');
  const data = join(folder.path, 'data');
  const config = join(folder.path, 'config.json');
  writeFileSync(config, JSON.stringify({ data, mongo: { url: suiteDatabase() }, egress: { allow: ['127.0.0.1:*'] } }));
  const port = await freePort();
  const begin = async (): Promise<Running> => {
    const running = await start(data, port, 'server/main.ts', { PLATEN_CONFIG: config });
    await ready(running);
    return running;
  };
  let running = await begin();
  return {
    url: running.url,
    caller: callerOf(data, running.url),
    async kill() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async restart() {
      running = await begin();
    },
    async stop() {
      await stop(running);
      folder.remove();
    },
  };
}
