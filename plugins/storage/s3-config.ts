import { z } from 'zod';

const HttpUrl = z.url({ protocol: /^https?$/ });

export const S3Config = z.strictObject({
  bucket: z.string().min(3).max(63),
  region: z.string().min(1).default('us-east-1'),
  /** Of any compatible server; AWS when absent. */
  endpoint: HttpUrl.optional(),
  /** Absent: the SDK's own chain (environment, shared files, roles of the machine). */
  accessKeyId: z.string().min(1).optional(),
  secretAccessKey: z.string().min(1).optional(),
  /** `/bucket/key` instead of `bucket.host/key`, as most compatible servers want it. */
  forcePathStyle: z.boolean().optional(),
  /** What keys begin with, such as `platen/`. */
  prefix: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'is empty, or ends with a slash')
    .default(''),
  /** `presigned` sends readers to the bucket by a link of a few minutes, `hub` lets the hub pass the bytes on. */
  delivery: z.enum(['presigned', 'hub']).default('presigned'),
  /** What readers reach the bucket by, where that is another address than the hub's. */
  publicEndpoint: HttpUrl.optional(),
});
export type S3Config = z.output<typeof S3Config>;
