import { z } from 'zod';

const Port = z.coerce.number<number | string>().int().min(0).max(65535);

/** One entry of `plugins`: `false` switches it off, `from` is a path or an npm package. */
const PluginEntry = z.union([
  z.boolean(),
  z.strictObject({ from: z.string().min(1).optional(), config: z.record(z.string(), z.unknown()).optional() }),
]);

/** The core's own settings. Each plugin checks its part of `plugins` by its own schema. */
export const CoreConfig = z.strictObject({
  http: z
    .strictObject({
      port: Port.default(3000),
      host: z.string().min(1).default('127.0.0.1'),
      publicUrl: z.url({ protocol: /^https?$/ }).optional(),
      /** Addresses or CIDRs of proxies whose X-Forwarded-For is believed. */
      trustedProxies: z.array(z.string()).default([]),
      /** Largest JSON body in bytes for routes that set no limit of their own. */
      bodyLimit: z
        .int()
        .min(1024)
        .default(16 * 1024 * 1024),
    })
    .prefault({}),
  data: z.string().min(1).default('.platen'),
  mongo: z.strictObject({ url: z.string().min(1).optional() }).prefault({}),
  redis: z.strictObject({ url: z.string().min(1).optional(), prefix: z.string().default('platen:') }).prefault({}),
  egress: z
    .strictObject({
      /** Host names and CIDRs that may be reached although they are not public. */
      allow: z.array(z.string().min(1)).default([]),
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
    .array(z.enum(['web', 'worker']))
    .min(1)
    .default(['web', 'worker']),
  plugins: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'a plugin name is kebab-case'), PluginEntry).default({}),
});

export type CoreConfig = z.output<typeof CoreConfig>;
