import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotFound } from '../../server/contract/index.ts';
import type { PdfPictures } from '../pdf-tools/contract.ts';
import type { PdfRenderer } from '../rendering/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import type { TemplatePreviews } from './contract.ts';

const DPI = 44;
const LIMIT_MS = 30_000;
const KEEP_MS = 30 * 24 * 3_600_000;
/** Not an account: its children are taken in turn with those of accounts. */
const OWNER = 'previews';

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
    const making = this.#making.get(name) ?? this.#make(html, filled, path).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  /** Pictures of a month ago are made again when somebody looks. */
  async dropOld(now: Date): Promise<void> {
    const folder = this.#parts.folder();
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (now.getTime() - (await stat(path)).mtimeMs > KEEP_MS) await rm(path, { force: true });
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
    await writeFile(`${path}.part`, picture);
    await rename(`${path}.part`, path);
    return picture;
  }
}
