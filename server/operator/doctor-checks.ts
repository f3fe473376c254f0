import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CoreConfig } from '../config/schema.ts';
import type { Outbound } from '../contract/core-ports.ts';
import type { DoctorCheck, CheckResult } from '../contract/plugin.ts';

const SKEW_WARNING_MS = 1000;
const SKEW_PROBLEM_MS = 10_000;
/** Addresses that callers must never make us reach: this machine, and where clouds hand out credentials. */
const FORBIDDEN = ['http://127.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/'];
const WIDE_CIDR = /\/([0-9]|1[0-5])(\]?:(\d+|\*)|\])?$/;

export interface DoctorCheckParts {
  readonly config: CoreConfig;
  readonly mongo: Connection;
  readonly redis: Redis | undefined;
  readonly outbound: Outbound;
}

/** What the core itself stands on. */
export function coreDoctorChecks({ config, mongo, redis, outbound }: DoctorCheckParts): DoctorCheck[] {
  return [
    { name: 'database', run: () => database(mongo) },
    { name: 'redis', run: () => checkRedis(config, redis) },
    { name: 'clock', run: () => clock(mongo, redis) },
    { name: 'egress', run: () => Promise.resolve(egress(config, outbound)) },
  ];
}

interface Hello {
  readonly setName?: string;
  readonly localTime: Date;
}

async function database(mongo: Connection): Promise<CheckResult> {
  const started = performance.now();
  await mongo.db?.command({ ping: 1 });
  const ms = Math.round(performance.now() - started);
  const { version = '?' } = ((await mongo.db?.command({ buildInfo: 1 })) ?? {}) as { version?: string };
  const { setName } = await hello(mongo);
  const what = `MongoDB ${version} answers within ${String(ms)} ms`;
  if (setName !== undefined) return { state: 'ok', text: `${what}, replica set ${setName}` };
  return { state: 'warning', text: `${what}; it is a single server, so its disk is the only copy: use a replica set in production` };
}

async function checkRedis({ roles }: CoreConfig, redis: Redis | undefined): Promise<CheckResult> {
  if (redis === undefined) {
    const text = 'not configured: rate limits are counted by each process alone, and jobs of other processes start within half a second';
    return roles.length === 2 ? { state: 'ok', text } : { state: 'warning', text: `${text}; with several processes, set redis.url` };
  }
  const started = performance.now();
  await connected(redis);
  await redis.ping();
  return { state: 'ok', text: `answers within ${String(Math.round(performance.now() - started))} ms` };
}

async function connected(redis: Redis): Promise<void> {
  if (redis.status !== 'wait') return;
  await redis.connect().catch((cause: unknown) => {
    redis.disconnect();
    throw new Error('no Redis answers at redis.url: start it, or fix the address (PLATEN_REDIS_URL)', { cause });
  });
}

/** Leases, links and windows are compared with each process's own clock. */
async function clock(mongo: Connection, redis: Redis | undefined): Promise<CheckResult> {
  const skews = [{ name: 'the database', ms: await skewOf(async () => (await hello(mongo)).localTime.getTime()) }];
  if (redis?.status === 'ready') {
    skews.push({ name: 'redis', ms: await skewOf(() => redisTime(redis)) });
  }
  const [worst = { name: '', ms: 0 }] = skews.sort((a, b) => Math.abs(b.ms) - Math.abs(a.ms));
  const text = `differs from ${worst.name} by ${String(Math.round(Math.abs(worst.ms)))} ms`;
  if (Math.abs(worst.ms) < SKEW_WARNING_MS) return { state: 'ok', text };
  return {
    state: Math.abs(worst.ms) < SKEW_PROBLEM_MS ? 'warning' : 'problem',
    text: `${text}: let all machines take their time from NTP`,
  };
}

/** The embedded server knows the command by its old name only. */
async function hello({ db }: Connection): Promise<Hello> {
  const answer = await db?.command({ hello: 1 }).catch(() => db.command({ isMaster: 1 }));
  return answer as unknown as Hello;
}

async function redisTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Number(microseconds) / 1000;
}

/** How far ahead another clock is, as if it was read in the middle of the asking. */
async function skewOf(read: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const theirs = await read();
  return theirs - (before + Date.now()) / 2;
}

function egress({ egress: { allow, ports } }: CoreConfig, outbound: Outbound): CheckResult {
  const open = FORBIDDEN.filter((url) => outbound.rejectionReason(url) === undefined);
  const reach = `callers reach public addresses on the ports ${ports.join(', ')}`;
  const text = allow.length === 0 ? reach : `${reach}, and of the private ones ${allow.join(', ')}`;
  if (open.length > 0) return { state: 'warning', text: `${text}; that lets callers reach ${open.join(', ')}: narrow egress.allow` };
  const wide = allow.filter((one) => WIDE_CIDR.test(one));
  return wide.length === 0 ? { state: 'ok', text } : { state: 'warning', text: `${text}; ${wide.join(', ')} is wide: name single hosts` };
}
