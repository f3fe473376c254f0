import { statfs } from 'node:fs/promises';
import type { AccountDirectory } from '../accounts/contract.ts';
import type { Cell, DashboardPage } from '../dashboard/contract.ts';
import type { StoredBytes } from './stored-bytes.ts';

const SHOWN = 50;
const NEARLY_FULL = 0.1;
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export interface StoragePageParts {
  readonly stored: StoredBytes;
  readonly directory: AccountDirectory | undefined;
  /** What holds the files, in words. */
  readonly place: string;
  /** Of files on disk. */
  readonly folder: string | undefined;
  readonly retentionDays: number;
}

function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power] ?? ''}`;
}

/** What all accounts keep, and how much room is left. */
export const storagePage = ({ stored, directory, place, folder, retentionDays }: StoragePageParts): DashboardPage => ({
  path: '/operator/storage',
  title: 'Storage',
  audience: 'operator',
  menu: { section: 'Operator', order: 40 },
  async load() {
    const [accounts, disk] = await Promise.all([stored.byAccount(), folder === undefined ? undefined : statfs(folder)]);
    const shown = accounts.slice(0, SHOWN);
    const emails = (await directory?.emails(shown.map(({ accountId }) => accountId))) ?? new Map<string, string>();
    const total = accounts.reduce((sum, { bytes }) => sum + bytes, 0);
    const free = disk === undefined ? undefined : disk.bavail * disk.bsize;
    const capacity = disk === undefined ? undefined : disk.blocks * disk.bsize;
    return {
      blocks: [
        ...(free !== undefined && capacity !== undefined && free < capacity * NEARLY_FULL
          ? [{ kind: 'notice', tone: 'warning', text: `The disk is nearly full: ${size(free)} of ${size(capacity)} are free.` } as const]
          : []),
        {
          kind: 'tiles',
          tiles: [
            { label: 'Stored files', value: size(total) },
            ...(free === undefined || capacity === undefined
              ? []
              : [{ label: 'Free on the disk', value: size(free), note: `of ${size(capacity)}` }]),
            {
              label: 'Files are kept',
              value: retentionDays === 0 ? 'for ever' : `${String(retentionDays)} days`,
              note: 'storage.retentionDays',
            },
          ],
        },
        { kind: 'facts', facts: [{ label: 'Location', value: { code: place } }] },
        {
          kind: 'section',
          title: 'Accounts that store most',
          blocks: [
            {
              kind: 'table',
              caption: 'Accounts that store most',
              columns: ['Account', 'Stored files'],
              rows: shown.map(({ accountId, bytes }): Cell[] => [
                { text: emails.get(accountId) ?? accountId, href: `/operator/accounts/${accountId}` },
                size(bytes),
              ]),
              empty: 'No files are stored.',
            },
          ],
        },
      ],
    };
  },
});
