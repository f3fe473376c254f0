import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError, NotFound, RateLimited } from '../../server/contract/index.ts';
import type { PdfPictures } from '../pdf-tools/contract.ts';
import type { PdfRenderer } from '../rendering/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import type { PicturedTemplate, TemplatePreviews } from './contract.ts';

const DPI = 44;
/** To print the page; drawing it has the limit of PDF tools. */
const LIMIT_MS = 5000;
const KEEP_MS = 30 * 24 * 3_600_000;
/** A template that cannot be drawn is not tried again for so long: it may take seconds to fail. */
const REFUSED_MS = 10 * 60_000;
const MAX_REFUSED = 1000;
const DRAWN_PER_MINUTE = 60;

const undrawable = () => NotFound('This template cannot be drawn with made-up data.');

export interface PreviewParts {
  readonly renderer: PdfRenderer;
  readonly catalog: TemplateCatalog;
  readonly pictures?: PdfPictures;
  readonly folder: () => string;
  readonly clock: () => Date;
}

/** First pages as pictures, kept on disk under a hash of what they show. */
export class Previews implements TemplatePreviews {
  readonly #parts: PreviewParts;
  readonly #making = new Map<string, Promise<Uint8Array>>();
  readonly #refused = new Map<string, number>();
  /** Pictures that accounts had drawn in this minute. */
  readonly #drawn = new Map<string, number>();
  #minute = 0;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  get draws(): boolean {
    return this.#parts.pictures !== undefined;
  }

  async picture(accountId: string, template: PicturedTemplate): Promise<Uint8Array> {
    const { html, data, options } = template;
    const name = `${createHash('sha256')
      .update(`${String(DPI)} thumbnail\n${html}\n${JSON.stringify([data ?? null, options ?? {}])}`)
      .digest('hex')
      .slice(0, 40)}.png`;
    const path = join(this.#parts.folder(), name);
    const kept = await readFile(path).catch(() => undefined); // not made yet
    if (kept !== undefined) return kept;
    if ((this.#refused.get(name) ?? 0) > performance.now()) throw undrawable();
    // Of this account only: another one's may wait behind much else of its own.
    const key = `${accountId} ${name}`;
    const known = this.#making.get(key);
    if (known !== undefined) return known;
    this.#count(accountId);
    const making = this.#make(accountId, template, path)
      .catch((error: unknown) => this.#refuse(name, error))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #count(accountId: string): void {
    const minute = Math.floor(this.#parts.clock().getTime() / 60_000);
    if (minute !== this.#minute) this.#drawn.clear();
    this.#minute = minute;
    const drawn = this.#drawn.get(accountId) ?? 0;
    if (drawn >= DRAWN_PER_MINUTE) {
      const message = `An account may have ${String(DRAWN_PER_MINUTE)} pictures drawn a minute. Try again in a minute.`;
      throw RateLimited(message, { retryAfter: 60 });
    }
    this.#drawn.set(accountId, drawn + 1);
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

  async #make(accountId: string, { html, data: given, options = {} }: PicturedTemplate, path: string): Promise<Uint8Array> {
    const { renderer, catalog, pictures } = this.#parts;
    if (pictures === undefined) throw NotFound('There is no picture: PDF tools are disabled on this server.');
    const { locale, timezone, currency, ...page } = options;
    const data = given ?? (await catalog.sample(accountId, html));
    const { pdf } = await renderer.render({
      accountId,
      source: { html, data, title: 'Preview', region: { locale, timezone, currency } },
      plan: renderer.plan(page, true, 'options'),
      queue: 'pictures',
      limitMs: LIMIT_MS,
      signal: new AbortController().signal,
    });
    const picture = await pictures.draw(accountId, pdf, 0, DPI, true);
    const part = `${path}.${randomUUID()}`;
    await writeFile(part, picture, { mode: 0o600 });
    await rename(part, path);
    return picture;
  }
}
