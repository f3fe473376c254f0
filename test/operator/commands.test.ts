import assert from 'node:assert/strict';
import { freePort } from '../support/ports.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { hasRedis, startRedis } from '../support/services.ts';
import { S3Server } from '../support/s3.ts';

/** What `doctor` printed, by part; it ends with an error when there is a problem. */
async function examine(hub: TestHub): Promise<{ readonly said: ReadonlyMap<string, string>; readonly failed: string | undefined }> {
  const lines: string[] = [];
  const doctor = hub.hub.commands.find(({ name }) => name === 'doctor') ?? assert.fail('no doctor');
  const failed = await doctor
    .run([], (line) => lines.push(line))
    .then(
      () => undefined,
      (error: unknown) => String(error),
    );
  return { failed, said: new Map(lines.map((line) => [line.slice(9).split(' ')[0] ?? '', line])) };
}

describe("the operator's commands", function () {
  this.timeout(60_000);

  it('examine every part, and say what to do about each', async () => {
    const hub = await startHub({ start: false, config: { egress: { allow: ['10.1.0.0/24'] } } });
    try {
      const { said, failed } = await examine(hub);
      assert.equal(failed, undefined);
      assert.deepEqual([...said.keys()].sort(), ['browser', 'clock', 'database', 'egress', 'fonts', 'pdf-tools', 'redis', 'storage']);
      assert.match(said.get('database') ?? '', /^(ok {5}|warning) .* MongoDB [\d.]+ answers within \d+ ms/);
      assert.match(said.get('redis') ?? '', /^ok .* not configured: rate limits are counted by each process alone/);
      assert.match(said.get('clock') ?? '', /^ok .* differs from the database by \d+ ms$/);
      assert.match(said.get('egress') ?? '', /^ok .* ports 80, 443, and of the private ones 10\.1\.0\.0\/24$/);
      assert.match(
        said.get('storage') ?? '',
        /^(ok|warning) .*storage\/files writes, reads and removes a file within \d+ ms, .* GiB are free/,
      );
      assert.match(said.get('browser') ?? '', /^ok .* Chromium starts and renders within [\d.]+ s, in its sandbox$/);
      assert.match(said.get('pdf-tools') ?? '', /^(ok|warning) .* PDFs are read by processes confined by .*the permissions of Node/);
      assert.match(said.get('fonts') ?? '', /^ok .* font files have all of .*Chinese, Japanese, Korean/);
    } finally {
      await hub.stop();
    }
  });

  it('warn of what lets callers too far, and of what is unsafe', async () => {
    const rendering = { config: { sandbox: 'off' } };
    const config = { roles: 'web', egress: { allow: ['127.0.0.0/8', '172.16.0.0/12'] } };
    const hub = await startHub({ start: false, config, plugins: { rendering } });
    try {
      const { said } = await examine(hub);
      assert.match(said.get('egress') ?? '', /^warning .* lets callers reach http:\/\/127\.0\.0\.1\/: narrow egress\.allow$/);
      assert.match(said.get('redis') ?? '', /^warning .* with several processes, set redis\.url$/);
      assert.match(said.get('browser') ?? '', /^warning .* without its sandbox: set rendering\.sandbox to "on"/);
    } finally {
      await hub.stop();
    }
  });

  it('name a Redis and a bucket that do not answer, and are well when they do', async function () {
    if (!hasRedis()) this.skip();
    const server = await S3Server.start();
    const port = await freePort();
    const redis = { url: `redis://127.0.0.1:${String(port)}` };
    const linkSecret = 'the same on every machine of the hub';
    const storage = { config: { store: 's3', s3: server.config, linkSecret } };
    const examined = async (): ReturnType<typeof examine> => {
      const hub = await startHub({ start: false, config: { redis }, plugins: { storage } });
      try {
        return await examine(hub);
      } finally {
        await hub.stop();
      }
    };
    try {
      await server.pause();
      const bad = await examined();
      assert.match(bad.said.get('redis') ?? '', /^PROBLEM .* no Redis answers at redis\.url: start it, or fix the address/);
      assert.match(
        bad.said.get('storage') ?? '',
        /^PROBLEM .* bucket documents of http:\S+ does not answer \(.*\); fix storage\.s3\.endpoint/,
      );
      assert.match(bad.failed ?? '', /redis, storage: see above/);
      await server.resume();
      const running = await startRedis(port);
      const well = await examined();
      await running.kill();
      assert.equal(well.failed, undefined);
      assert.match(well.said.get('redis') ?? '', /^ok .* answers within \d+ ms$/);
      assert.match(well.said.get('storage') ?? '', /^ok .* bucket documents writes, reads and removes a file/);
    } finally {
      await server.stop();
    }
  });

  it('show the config as it is used, without secrets', async () => {
    const hub = await startHub({
      config: { redis: { url: 'redis://ann:CANARY@127.0.0.1:1/0' }, roles: 'all' },
      plugins: { ai: { config: { apiKey: 'CANARY' } }, storage: { config: { linkSecret: `CANARY${'x'.repeat(32)}` } }, marketplace: false },
    });
    try {
      const printed = await hub.command('config');
      assert.doesNotMatch(printed, /CANARY/);
      const config = JSON.parse(printed) as {
        roles: string[];
        redis: { url: string };
        plugins: Record<string, Record<string, unknown> | false>;
      };
      assert.deepEqual(config.roles, ['web', 'worker']);
      assert.equal(config.redis.url, 'redis://••••@127.0.0.1:1/0');
      assert.deepEqual([config.plugins['marketplace'], config.plugins['quickstart']], [false, false]);
      const storage = config.plugins['storage'];
      assert.ok(storage !== undefined && storage !== false);
      assert.deepEqual([storage['retentionDays'], storage['linkSecret']], [30, '••••••••']);
      const plugins = await hub.command('plugins');
      assert.match(plugins, /^storage +1\.\d+\.\d+ +Files on disk or in a bucket/m);
      assert.match(plugins, /^marketplace +off$/m);
    } finally {
      await hub.stop();
    }
  });

  it('list plans and look after keys', async () => {
    const hub = await startHub();
    try {
      assert.match(await hub.command('plans'), /^free +10 requests a second, 1,000 documents and 500 previews a month$/m);
      assert.match(
        await hub.command('plans'),
        /^enterprise +500 requests a second, any number of documents and any number of previews a month$/m,
      );
      assert.match(await hub.command('plans'), /^ +100 templates, 100 hooks, 10 keys, .*1 GB of stored files, 50 AI calls a month$/m);
      const { email } = await hub.account();
      const { id, key } = JSON.parse(await hub.command('keys', 'create', email, '--name', 'laptop', '--json')) as {
        id: string;
        key: string;
      };
      assert.match(await hub.command('keys', 'list', email), new RegExp(`${id} .* laptop +live`));
      const works = () => fetch(`${hub.url}/v1/generations`, { headers: { authorization: `Bearer ${key}` } });
      assert.equal((await works()).status, 200);
      assert.match(await hub.command('keys', 'revoke', email, id), /revoked/);
      assert.equal((await works()).status, 401);
      await assert.rejects(hub.command('keys', 'mend', email), /keys create EMAIL/);
    } finally {
      await hub.stop();
    }
  });
});
