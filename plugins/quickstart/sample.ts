import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicId } from '../../db/public-id.ts';
import type { Account } from '../accounts/contract.ts';
import type { Generator } from '../generation/contract.ts';
import type { FileStore } from '../storage/contract.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** A link to a sample invoice: made on the first start, and again only when its file is gone. */
export async function sampleInvoice(generator: Generator, files: FileStore, account: Account, folder: string): Promise<string> {
  const note = join(folder, 'sample');
  const known = existsSync(note) ? readFileSync(note, 'utf8') : undefined;
  if (known !== undefined && (await exists(files, known))) return files.link(known, 'invoice.pdf').url;
  const { generation, link } = await generator.generate(
    { html: read('invoice.html'), data: JSON.parse(read('invoice.json')) as Record<string, unknown>, filename: 'invoice.pdf' },
    { id: publicId('gen') },
    { accountId: account.id, email: account.email, plan: account.plan, keyId: 'quickstart', test: false, scopes: ['generate'] },
    new AbortController().signal,
  );
  if (generation.file !== null) writeFileSync(note, generation.file.key, { mode: 0o600 });
  return link().url;
}

async function exists(files: FileStore, key: string): Promise<boolean> {
  return files.open(key).then(
    ({ stream }) => {
      stream.destroy();
      return true;
    },
    () => false, // its retention is over, or it was deleted
  );
}
