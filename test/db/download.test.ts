import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { downloadMongod } from '../../db/download.ts';
import { temporaryFolder } from '../support/services.ts';

const MIRROR = 'MONGOMS_DOWNLOAD_MIRROR';

describe('the download of a database', () => {
  it('is tried where the server answers while the process reads code for longer than it waits for an answer', async () => {
    const folder = temporaryFolder('download');
    const asked: string[] = [];
    const server = createServer(({ method = '' }, response) => {
      asked.push(method);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const before = process.env[MIRROR];
    process.env[MIRROR] = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const said: string[] = [];
    try {
      const downloading = downloadMongod(join(folder.path, 'mongod'), process.env, (line) => said.push(line));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);
      assert.equal(await downloading, undefined, 'a MongoDB server is taken over TLS only');
      assert.deepEqual(asked, ['HEAD']);
      assert.match(said.join('\n'), /looking for a MongoDB server.*\n.*could not be downloaded/);
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, MIRROR);
      else process.env[MIRROR] = before;
      server.close();
      folder.remove();
    }
  });
});
