import { escapePattern } from '../../server/contract/escape-pattern.ts';
import type { Model, QueryFilter } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { readPage } from '../../db/page.ts';
import type { PageRequest } from '../../server/contract/index.ts';
import type { DeclaredSchema, Listing, NewTemplate, Template, TemplateOptions } from './contract.ts';
import { readOptions, writeOptions } from './stored-options.ts';
import type { TemplateDocument, VersionDocument } from './template.model.ts';

/** Of one template. Ten of the largest texts have as many bytes, and as many are made between two looks. */
const MAX_VERSIONS = 500;
const MAX_VERSION_BYTES = 50 * 1024 * 1024;
const LOOK_EVERY = 10;

export interface TemplateChange {
  readonly name?: string | undefined;
  readonly html?: string | undefined;
  /** All of them: what is left out has its default. */
  readonly options?: TemplateOptions | undefined;
  readonly schema?: DeclaredSchema | undefined;
}

export interface Version {
  readonly version: number;
  readonly html: string;
  readonly options: TemplateOptions;
  readonly createdAt: Date;
}

export const recordToTemplate = ({
  _id,
  announce: _announce,
  schema,
  isDeclared = null,
  options,
  sample,
  ...rest
}: TemplateDocument): Template => ({
  id: _id,
  schema: JSON.parse(schema) as DeclaredSchema,
  isDeclared,
  options: readOptions(options),
  sample: sample === undefined || sample === null ? null : (JSON.parse(sample) as Record<string, unknown>),
  ...rest,
});

const recordToVersion = ({ version, html, options, createdAt }: VersionDocument): Version => ({
  version,
  html,
  options: readOptions(options),
  createdAt,
});

const bytesOf = (html: string, options: string | null): number => Buffer.byteLength(html) + Buffer.byteLength(options ?? '');

const listingOf = ({ category, description }: Listing) => ({
  ...(category === undefined ? {} : { category }),
  ...(description === undefined ? {} : { description }),
});

const versionId = (id: string, version: number): string => `${id}@${String(version)}`;

/** Templates and their versions: every reader names the account or asks for public ones. */
export class TemplateStore {
  readonly #templates: Model<TemplateDocument>;
  readonly #versions: Model<VersionDocument>;
  readonly #clock: () => Date;

  constructor(templates: Model<TemplateDocument>, versions: Model<VersionDocument>, clock: () => Date) {
    this.#templates = templates;
    this.#versions = versions;
    this.#clock = clock;
  }

  /** One that exists under the id already is returned as it is. */
  async create(
    accountId: string,
    { id, name, html, schema, isDeclared = null, options: wanted = {}, sample }: NewTemplate & { readonly schema: DeclaredSchema },
  ): Promise<Template> {
    const now = this.#clock();
    const options = writeOptions(wanted);
    const text = { html, options, bytes: bytesOf(html, options) };
    const first = { templateId: id, accountId, version: 1, ...text, schema: null, name: null, createdAt: now };
    const head: TemplateDocument = {
      _id: id,
      accountId,
      name,
      html,
      schema: JSON.stringify(schema),
      isDeclared,
      options,
      sample: sample === undefined ? null : JSON.stringify(sample),
      version: 1,
      isPublic: false,
      category: null,
      description: null,
      downloads: 0,
      announce: true,
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.#recordVersion({ _id: versionId(id, 1), ...first });
      await this.#templates.insertMany([head], { lean: true });
      return recordToTemplate(head);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const known = await this.find(accountId, id);
      if (known === undefined) throw error;
      return known;
    }
  }

  async find(accountId: string, id: string): Promise<Template | undefined> {
    const found = await this.#templates.findOne({ _id: id, accountId }).lean();
    return found === null ? undefined : recordToTemplate(found);
  }

  /** The number of the current version and the declared schema, without the text. */
  async head(accountId: string, id: string): Promise<Pick<Template, 'version' | 'schema' | 'isDeclared'> | undefined> {
    const found = await this.#templates.findOne({ _id: id, accountId }, { version: 1, schema: 1, isDeclared: 1 }).lean();
    if (found === null) return undefined;
    const { version, schema, isDeclared = null } = found;
    return { version, schema: JSON.parse(schema) as DeclaredSchema, isDeclared };
  }

  async page(accountId: string, request: PageRequest, search?: string): Promise<Template[]> {
    const named = search === undefined ? {} : { name: { $regex: escapePattern(search), $options: 'i' } };
    return this.#page({ accountId, ...named }, request);
  }

  async publicPage(request: PageRequest, category: string | undefined, without: readonly string[]): Promise<Template[]> {
    const from = without.length === 0 ? {} : { accountId: { $nin: without } };
    return this.#page({ isPublic: true, ...from, ...(category === undefined ? {} : { category }) }, request);
  }

  async findPublic(id: string): Promise<Template | undefined> {
    const found = await this.#templates.findOne({ _id: id, isPublic: true }).lean();
    return found === null ? undefined : recordToTemplate(found);
  }

  async count(accountId: string): Promise<number> {
    return this.#templates.countDocuments({ accountId });
  }

  async countPublic(accountId: string): Promise<number> {
    return this.#templates.countDocuments({ accountId, isPublic: true });
  }

  async noteDownload(id: string): Promise<void> {
    await this.#templates.updateOne({ _id: id }, { $inc: { downloads: 1 } });
  }

  async setPublic(accountId: string, id: string, isPublic: boolean, listing: Listing): Promise<Template | undefined> {
    return this.#set({ _id: id, accountId }, { isPublic, ...listingOf(listing) });
  }

  /** Undefined unless it is public already. */
  async changeListing(accountId: string, id: string, listing: Listing): Promise<Template | undefined> {
    return this.#set({ _id: id, accountId, isPublic: true }, listingOf(listing));
  }

  /**
   * Changes what is given. A change of the text or the options takes the next version number; of several at once each
   * gets one of its own. Undefined when the account has no such template.
   */
  async update(accountId: string, id: string, { name, html, options, schema }: TemplateChange): Promise<Template | undefined> {
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(schema === undefined ? {} : { schema: JSON.stringify(schema), isDeclared: true }),
    };
    for (;;) {
      const current = await this.#templates.findOne({ _id: id, accountId }).lean();
      if (current === null) return undefined;
      const text = html ?? current.html;
      const printed = options === undefined ? (current.options ?? null) : writeOptions(options);
      if (text === current.html && printed === (current.options ?? null)) {
        return Object.keys(fields).length === 0
          ? recordToTemplate(current)
          : this.#set({ _id: id, accountId }, { ...fields, updatedAt: this.#clock() });
      }
      const next: VersionDocument = {
        _id: versionId(id, current.version + 1),
        templateId: id,
        accountId,
        version: current.version + 1,
        html: text,
        options: printed,
        bytes: bytesOf(text, printed),
        schema: fields.schema ?? null,
        name: fields.name ?? null,
        createdAt: this.#clock(),
      };
      if (await this.#recordVersion(next)) {
        const adopted = await this.#adopt(next, current.version);
        if (next.version % LOOK_EVERY === 0) await this.#forgetOldVersions(id);
        return adopted;
      }
      // Somebody else has this number: their version is made current before the next number is tried.
      const theirs = await this.#versions.findById(next._id).lean();
      if (theirs !== null) await this.#adopt(theirs, current.version);
    }
  }

  async version(accountId: string, id: string, version: number): Promise<Version | undefined> {
    const found = await this.#versions.findOne({ _id: versionId(id, version), accountId }).lean();
    return found === null ? undefined : recordToVersion(found);
  }

  /** Newest first; versions that are recorded but not current yet are left out by `upTo`. */
  async versions(accountId: string, id: string, upTo: number, limit: number, offset: number): Promise<Version[]> {
    const found = await this.#versions
      .find({ templateId: id, accountId, version: { $lte: upTo } })
      .sort({ version: -1 })
      .skip(offset)
      .limit(limit + 1)
      .lean();
    return found.map(recordToVersion);
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.#templates.deleteOne({ _id: id, accountId });
    if (deletedCount === 1) await this.#versions.deleteMany({ templateId: id, accountId });
    return deletedCount === 1;
  }

  /**
   * Makes a recorded version the current one, unless that happened already. The answer shows the version that this
   * update made, also when others have gone on from it meanwhile.
   */
  async #adopt(made: VersionDocument, from: number): Promise<Template | undefined> {
    const { templateId, accountId, version, html, options = null, schema, name, createdAt } = made;
    const change = {
      html,
      options,
      version,
      updatedAt: createdAt,
      ...(schema === null ? {} : { schema, isDeclared: true }),
      ...(name === null ? {} : { name }),
    };
    const now = (await this.#set({ _id: templateId, accountId, version: from }, change)) ?? (await this.find(accountId, templateId));
    if (now === undefined) return undefined;
    const declared = schema === null ? {} : { schema: JSON.parse(schema) as DeclaredSchema, isDeclared: true };
    return { ...now, version, html, options: readOptions(options), updatedAt: createdAt, ...declared, ...(name === null ? {} : { name }) };
  }

  /** The newest stay: who saves all day has a history that ends somewhere. */
  async #forgetOldVersions(templateId: string): Promise<void> {
    const newestFirst = await this.#versions.find({ templateId }, { bytes: 1 }).sort({ version: -1 }).lean();
    let sum = 0;
    const old = newestFirst.filter(({ bytes = 0 }, n) => {
      sum += bytes;
      return n >= MAX_VERSIONS || sum > MAX_VERSION_BYTES;
    });
    if (old.length > 0) await this.#versions.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  }

  /** False when the number is taken. */
  async #recordVersion(version: VersionDocument): Promise<boolean> {
    try {
      await this.#versions.insertMany([version], { lean: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async #set(filter: QueryFilter<TemplateDocument>, change: Partial<TemplateDocument>): Promise<Template | undefined> {
    const found = await this.#templates.findOneAndUpdate(filter, { $set: change }, { returnDocument: 'after' }).lean();
    return found === null ? undefined : recordToTemplate(found);
  }

  async #page(filter: QueryFilter<TemplateDocument>, request: PageRequest): Promise<Template[]> {
    const found = await readPage(this.#templates, filter, request, { html: 0 });
    return found.map((document) => recordToTemplate({ ...document, html: '' }));
  }
}
