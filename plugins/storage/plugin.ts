import { join } from 'node:path';
import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { FileStore } from './contract.ts';
import { expireFilesJob } from './expire-files.job.ts';
import { mountFiles } from './files.mount.ts';
import { linkSecret } from './link-signer.ts';
import { LocalStore } from './local-store.ts';

const DAY_SECONDS = 24 * 60 * 60;

export default definePlugin({
  name: 'storage',
  version: '1.0.0',
  hub: '^1',
  summary: 'Where finished files live, and the signed links to them',
  config: z.strictObject({
    /** The public root of files; the hub's own address with /files when absent. */
    cdnUrl: z.url({ protocol: /^https?$/ }).optional(),
    /** Signs links; made on first start when absent. Several processes need the same one. */
    linkSecret: z.string().min(32).optional(),
    linkSeconds: z
      .int()
      .min(1)
      .max(365 * DAY_SECONDS)
      .default(7 * DAY_SECONDS),
    /** 0 keeps files for ever. */
    retentionDays: z.int().min(0).default(30),
  }),
  provides: { files: FileStore },
  setup({ config, hub, clock }) {
    const secret = linkSecret(config.linkSecret, hub.dataFolder);
    const store = new LocalStore({
      folder: join(hub.dataFolder, 'files'),
      secret,
      linkSeconds: config.linkSeconds,
      clock,
      cdnUrl: () => config.cdnUrl?.replace(/\/$/, '') ?? `${hub.publicUrl()}/files`,
    });
    return {
      ports: { files: store },
      jobs: [expireFilesJob(store, config.retentionDays, clock)],
      mount: (router) => {
        mountFiles(router, { store, secret, clock });
      },
    };
  },
});
