import { join } from 'node:path';
import { z } from 'zod';
import { definePlugin, extend, HubError } from '../../server/contract/index.ts';
import { AccountDirectory } from '../accounts/contract.ts';
import { DashboardPages } from '../dashboard/contract.ts';
import { PlanLimits } from '../limits/contract.ts';
import { FileStore } from './contract.ts';
import { checkStore } from './doctor-checks.ts';
import { unlessGone } from './errors.ts';
import { expireFilesJob } from './expire-files.job.ts';
import { signedFiles } from './file-store.ts';
import { mountFiles } from './files.mount.ts';
import { linkSecret } from './link-signer.ts';
import { LocalStore } from './local-store.ts';
import { S3Config } from './s3-config.ts';
import { StoredBytes } from './stored-bytes.ts';
import { StoredBytesModel } from './stored-bytes.model.ts';
import { storagePage } from './storage.page.ts';
import { storageCommand } from './storage.command.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** What is left of settings that refer to environment variables none of which is set. */
const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const StorageConfig = z
  .strictObject({
    /** Where new files are written and all are read. */
    store: z.enum(['local', 's3']).default('local'),
    s3: z.preprocess((value) => (isEmpty(value) ? undefined : value), S3Config.optional()),
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
  })
  .superRefine(({ store, s3, linkSecret: secret }, problems) => {
    if (store !== 's3') return;
    if (s3 === undefined)
      problems.addIssue({ code: 'custom', path: ['s3'], message: 'is needed for the store s3: name at least the bucket' });
    if (secret === undefined) {
      problems.addIssue({
        code: 'custom',
        path: ['linkSecret'],
        message: 'is needed for the store s3: all machines must sign links alike',
      });
    }
  });

export default definePlugin({
  name: 'storage',
  version: '1.1.0',
  hub: '^2',
  summary: 'Files on disk or in a bucket, and signed links to them',
  config: StorageConfig,
  uses: { limits: PlanLimits, directory: AccountDirectory },
  provides: { files: FileStore },
  models: { StoredBytes: StoredBytesModel },
  async setup({ config, deps: { limits, directory }, models, hub, clock, log }) {
    const secret = linkSecret(config.linkSecret, hub.dataFolder);
    const folder = join(hub.dataFolder, 'files');
    const local = new LocalStore(folder);
    // Loaded only where there is a bucket, as the client is a tenth of what a start reads.
    const s3 = config.s3 === undefined ? undefined : new (await import('./s3-store.ts')).S3Store(config.s3);
    const objects = config.store === 's3' && s3 !== undefined ? s3 : local;
    const stored = new StoredBytes(models.StoredBytes, log);
    limits?.measure('storedBytes', (accountId) => stored.of(accountId));
    const files = signedFiles(objects, {
      secret,
      linkSeconds: config.linkSeconds,
      clock,
      stored,
      limits,
      cdnUrl: () => config.cdnUrl?.replace(/\/$/, '') ?? `${hub.publicUrl()}/files`,
    });
    const isLocal = objects === local;
    const place = isLocal ? folder : `bucket ${config.s3?.bucket ?? ''}`;
    const { retentionDays } = config;
    const page = storagePage({ stored, directory, place, folder: isLocal ? folder : undefined, retentionDays });
    return {
      ports: { files },
      extensions: [extend(DashboardPages, page)],
      jobs: [expireFilesJob(objects, stored, config.retentionDays, clock)],
      commands: [storageCommand({ current: config.store, stores: { local, s3 } })],
      health: [{ name: 'storage', degrades: true, check: () => objects.check() }],
      doctorChecks: [
        {
          name: 'storage',
          run: () =>
            checkStore({
              objects,
              name: place,
              folder: isLocal ? folder : undefined,
              clock,
            }),
        },
      ],
      backupSource: {
        list: () => objects.list(),
        read: async (key) => (await unlessGone(objects.open(key)))?.stream,
        write: (key, bytes) => objects.put(key, bytes),
      },
      mount: (router) => {
        mountFiles(router, { store: objects, secret, clock });
      },
      stop: () => stored.write(),
      start: () =>
        objects.check().catch((error: unknown) => {
          // A bucket that is only away for now comes back without us.
          if (!HubError.is(error)) throw error;
          log.warn({ err: error }, 'the file storage does not answer yet');
        }),
    };
  },
});
