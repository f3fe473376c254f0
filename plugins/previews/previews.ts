import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError, NotFound } from '../../server/contract/index.ts';
import type { PdfPictures } from '../pdf-tools/contract.ts';
import type { PdfRenderer } from '../rendering/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import type { TemplatePreviews } from './contract.ts';

const DPI = 44;
const LIMIT_MS = 30_000;
const KEEP_MS = 30 * 24 * 3_600_000;
/** A template that cannot be drawn is not tried again for so long: it may take half a minute to fail. */
const REFUSED_MS = 10 * 60_000;
const MAX_REFUSED = 1000;
/** Not an account: its children are taken in turn with those of accounts. */
const OWNER = 'previews';

const undrawable = () => NotFound('This template cannot be drawn with made-up data.');

export interface PreviewParts {
  readonly renderer: PdfRenderer;
  readonly catalog: TemplateCatalog;
  readonly pictures?: PdfPictures;
  readonly folder: () => string;
}

/** First pages as pictures, kept on disk under a hash of what they show. */
export class Previews implements TemplatePreviews {
  readonly #parts: PreviewParts;
  readonly #making = new Map<string, Promise<Uint8Array>>();
  readonly #refused = new Map<string, number>();

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  get draws(): boolean {
    return this.#parts.pictures !== undefined;
  }

  async picture(html: string, data?: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
    const filled = data ?? (await this.#parts.catalog.sample(html));
    const name = `${createHash('sha256')
      .update(`${String(DPI)} thumbnail\n${html}\n${JSON.stringify(filled)}`)
      .digest('hex')
      .slice(0, 40)}.png`;
    const path = join(this.#parts.folder(), name);
    const kept = await readFile(path).catch(() => undefined); // not made yet
    if (kept !== undefined) return kept;
    if ((this.#refused.get(name) ?? 0) > performance.now()) throw undrawable();
    const making =
      this.#making.get(name) ??
      this.#make(html, filled, path)
        .catch((error: unknown) => this.#refuse(name, error))
        .finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  #refuse(name: string, error: unknown): never {
    const isItsFault = HubError.is(error) && (error.status === 400 || error.status === 422);
    if (!isItsFault) throw error;
    if (this.#refused.size > MAX_REFUSED) this.#refused.clear();
    this.#refused.set(name, performance.now() + REFUSED_MS);
    throw undrawable();
  }

  /** Pictures of a month ago are made again when somebody looks. */
  async dropOld(now: Date): Promise<void> {
    const folder = this.#parts.folder();
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const about = await stat(path).catch(() => undefined); // removed by another process meanwhile
      if (about !== undefined && now.getTime() - about.mtimeMs > KEEP_MS) await rm(path, { force: true });
    }
  }

  async #make(html: string, data: Readonly<Record<string, unknown>>, path: string): Promise<Uint8Array> {
    const { renderer, pictures } = this.#parts;
    if (pictures === undefined) throw NotFound('There is no picture: PDF tools are disabled on this server.');
    const { pdf } = await renderer.render({
      source: { html, data, title: 'Preview' },
      plan: renderer.plan({}, true, 'options'),
      background: true,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const picture = await pictures.draw(OWNER, pdf, 0, DPI, true);
    const part = `${path}.${randomUUID()}`;
    await writeFile(part, picture);
    await rename(part, path);
    return picture;
  }
}
