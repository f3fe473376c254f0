import { z } from 'zod';
import { allowEntryProblem, isNetwork } from '../net/address.ts';

const MB = 1024 * 1024;
const WORKERS = 'must be auto or a whole number from 0 to 32';
const Port = z.coerce.number<number | string>().int().min(0).max(65535);

/** Links are made of the origin: what stands behind it would be lost or be doubled. */
function originOf(url: string, { addIssue }: z.RefinementCtx): string {
  const { origin, pathname, search, hash, username, password } = new URL(url);
  if (username !== '' || password !== '') addIssue({ code: 'custom', message: 'must not have a user name or password' });
  if (search !== '' || hash !== '' || /[?#]/.test(url)) addIssue({ code: 'custom', message: 'must not have a query or a fragment' });
  if (pathname !== '/')
    addIssue({ code: 'custom', message: `must not have a path: serve Platen at the root of a host name, such as ${origin}` });
  return origin;
}

/** One entry of `plugins`: `false` switches it off, `from` is a path or an npm package. */
const PluginEntry = z.union([
  z.boolean(),
  z.strictObject({ from: z.string().min(1).optional(), config: z.record(z.string(), z.unknown()).optional() }),
]);

const Role = z.enum(['web', 'worker']);
type Role = z.output<typeof Role>;

/** The core's own settings. Each plugin checks its part of `plugins` by its own schema. */
export const CoreConfig = z.strictObject({
  http: z
    .strictObject({
      port: Port.default(3000),
      host: z.string().min(1).default('127.0.0.1'),
      /** Where callers reach this server: scheme, host and perhaps a port. */
      publicUrl: z
        .url({ protocol: /^https?$/, error: 'must be an address such as https://pdf.example.com' })
        .transform(originOf)
        .optional(),
      /** Addresses or CIDRs of proxies whose X-Forwarded-For is believed. */
      trustedProxies: z.array(z.string().refine(isNetwork, 'is an address such as 10.0.0.1 or a CIDR such as 10.0.0.0/8')).default([]),
      /** Largest JSON body in bytes for routes that set no limit of their own. */
      bodyLimit: z
        .int()
        .min(1024)
        .default(16 * MB),
      /** Objects, arrays, strings, numbers and literals of one body, together; parsing costs by their number. */
      maxJsonValues: z.int().min(1000).max(1_000_000).default(200_000),
      maxJsonDepth: z.int().min(8).max(100).default(100),
      /** Bytes of request bodies in memory, of all callers together and of one account. */
      maxBodyBytes: z
        .int()
        .min(MB)
        .default(512 * MB),
      maxAccountBodyBytes: z
        .int()
        .min(MB)
        .default(128 * MB),
      /** How long a process that is told to stop still answers, for balancers to see that it is not ready any more. */
      drainSeconds: z.coerce.number<number | string>().min(0).max(120).default(0),
    })
    .prefault({}),
  /** Where health and metrics are answered in every role; without a port, on the API's. */
  operations: z.strictObject({ port: Port.optional(), host: z.string().min(1).default('127.0.0.1') }).prefault({}),
  data: z.string().min(1).default('.platen'),
  mongo: z.strictObject({ url: z.string().min(1).optional() }).prefault({}),
  redis: z.strictObject({ url: z.string().min(1).optional(), prefix: z.string().default('platen:') }).prefault({}),
  egress: z
    .strictObject({
      /**
       * Host names, addresses and CIDRs that may be reached although they are not public: `n8n`, `n8n:5678`, `10.0.0.0/8:8080`,
       * `[::1]:8080`. Without a port those of `ports` are meant, with `*` every port.
       */
      allow: z
        .array(
          z.string().superRefine((entry, { addIssue }) => {
            const message = allowEntryProblem(entry);
            if (message !== undefined) addIssue({ code: 'custom', message });
          }),
        )
        .default([]),
      ports: z.array(z.int().min(1).max(65535)).default([80, 443]),
    })
    .prefault({}),
  idempotency: z
    .strictObject({
      /** Refuses another body under a used Idempotency-Key, instead of answering with the first reply. */
      strict: z.boolean().default(false),
    })
    .prefault({}),
  log: z.strictObject({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') }).prefault({}),
  roles: z
    .union([z.enum(['web', 'worker', 'all']), z.array(Role).min(1)])
    .default('all')
    .transform((roles): readonly Role[] => (typeof roles !== 'string' ? roles : roles === 'all' ? Role.options : [roles])),
  /** Worker processes on this machine beside this one, which it starts and ends. `auto`: one for each six cores after the first six. */
  workers: z
    .union([z.literal('auto'), z.coerce.number<number | string>(WORKERS).int(WORKERS).min(0, WORKERS).max(32, WORKERS)], WORKERS)
    .default('auto'),
  plugins: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'a plugin name is kebab-case'), PluginEntry).default({}),
});

export type CoreConfig = z.output<typeof CoreConfig>;
