import type { PageRequest } from '../../server/contract/index.ts';
import { HubError, invalidFields, NotFound } from '../../server/contract/index.ts';
import type { DisabledAccounts } from '../accounts/contract.ts';
import type { AuditAction, AuditActor, AuditLog } from '../audit/contract.ts';
import type { PlanLimits, PlanOwner } from '../limits/contract.ts';
import type { HtmlComposer, PdfRenderer, TemplateVariable } from '../rendering/contract.ts';
import type {
  ConformedData,
  Listing,
  NewTemplate,
  Template,
  TemplateCatalog,
  TemplateOptions,
  TemplateText,
  DataRegion,
  TemplateSource,
  VariableField,
} from './contract.ts';
import { conform } from './conform.ts';
import { inferSchema, jsonSchemaOf } from './declared-schema.ts';
import { sampleFor } from './sample-data.ts';
import type { TemplatePublisher } from './template-publisher.ts';
import type { TemplateChange, TemplateStore } from './template.store.ts';
import { variableFields } from './variable-fields.ts';

/** Texts of versions, which never change; together some tens of megabytes at most. */
const CACHED_CHARACTERS = 20_000_000;

export interface ServiceParts {
  readonly store: TemplateStore;
  readonly composer: HtmlComposer;
  readonly renderer: PdfRenderer;
  readonly publisher: TemplatePublisher;
  readonly limits: PlanLimits | undefined;
  readonly disabled: DisabledAccounts | undefined;
  readonly audit: AuditLog | undefined;
}

const sizeOf = ({ html, options }: Pick<TemplateText, 'html' | 'options'>): number =>
  html.length + (options?.header?.length ?? 0) + (options?.footer?.length ?? 0);

const missing = () => NotFound('There is no template with this id.');

/** What the account's templates are, and what is told of them. */
export class TemplateService implements TemplateCatalog, TemplateSource {
  readonly #parts: ServiceParts;
  readonly #texts = new Map<string, Pick<TemplateText, 'html' | 'options'>>();
  #cached = 0;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async text(accountId: string, id: string, version?: number): Promise<TemplateText> {
    const head = await this.#parts.store.head(accountId, id);
    if (head === undefined) throw missing();
    const wanted = version ?? head.version;
    const key = `${accountId} ${id}@${String(wanted)}`;
    const known = this.#texts.get(key);
    const { schema, isDeclared } = head;
    if (known !== undefined) return { id, version: wanted, ...known, schema, isDeclared };
    const found = wanted <= head.version ? await this.#parts.store.version(accountId, id, wanted) : undefined;
    if (found === undefined) throw NotFound(`The template has no version ${String(wanted)}.`);
    const { html, options } = found;
    this.#remember(key, { html, options });
    return { id, version: wanted, html, options, schema, isDeclared };
  }

  conform(
    template: TemplateText,
    data: Readonly<Record<string, unknown>>,
    { locale = 'en', currency = 'USD', dayZone }: DataRegion,
  ): ConformedData {
    const { composer } = this.#parts;
    return conform(template, data, {
      isDate: (value) => composer.isDate(value, locale),
      readNumber: (value) => composer.readNumber(value, { locale, currency }),
      dayZone,
    });
  }

  async create(
    owner: PlanOwner,
    { id, name, html, schema, isDeclared = schema !== undefined, options, sample }: NewTemplate,
    by: AuditActor,
  ): Promise<Template> {
    const { store, limits } = this.#parts;
    const { accountId } = owner;
    this.#checkOptions(options);
    const variables = await this.#inspect(accountId, html, options);
    const add = () => store.create(accountId, { id, name, html, schema: schema ?? inferSchema(variables), isDeclared, options, sample });
    const template = await (limits?.within(owner, 'templates', () => store.find(accountId, id), add) ?? add());
    await this.#parts.publisher.created(template);
    await this.#record('template.created', template, by);
    return template;
  }

  /** @throws ValidationError on `html_content` when it does not compile, and on options that cannot be printed */
  async update(accountId: string, id: string, change: TemplateChange, by: AuditActor): Promise<Template> {
    this.#checkOptions(change.options);
    if (change.html !== undefined || change.options !== undefined) await this.#inspect(accountId, change.html ?? '', change.options);
    const { store, publisher } = this.#parts;
    const template = await publisher.updating(accountId, id, () => store.update(accountId, id, change));
    if (template === undefined) throw missing();
    await this.#record('template.updated', template, by, `version ${String(template.version)}`);
    return template;
  }

  async find(accountId: string, id: string): Promise<Template | undefined> {
    return this.#parts.store.find(accountId, id);
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<Template> {
    const template = await this.find(accountId, id);
    if (template === undefined) throw missing();
    return template;
  }

  async remove(accountId: string, id: string, by: AuditActor): Promise<boolean> {
    const template = await this.find(accountId, id);
    if (template === undefined) return false;
    const isRemoved = await this.#parts.publisher.deleting(template);
    if (isRemoved) await this.#record('template.deleted', template, by);
    return isRemoved;
  }

  /** JSON Schema of the data the template takes. */
  async schema(accountId: string, id: string) {
    const { name, html, schema, options } = await this.get(accountId, id);
    return jsonSchemaOf(name, await this.#inspect(accountId, html, options), schema);
  }

  async fields(accountId: string, id: string): Promise<VariableField[]> {
    const { name, html, schema, options, isDeclared } = await this.get(accountId, id);
    return variableFields(jsonSchemaOf(name, await this.#inspect(accountId, html, options), schema), schema, isDeclared === true);
  }

  async sample(accountId: string, html: string): Promise<Record<string, unknown>> {
    return sampleFor(await this.#inspect(accountId, html));
  }

  async recent(accountId: string, page: PageRequest): Promise<Template[]> {
    return this.#parts.store.page(accountId, page);
  }

  async publicPage(page: PageRequest, category: string | undefined): Promise<Template[]> {
    const { store, disabled } = this.#parts;
    return store.publicPage(page, category, [...((await disabled?.all()) ?? [])]);
  }

  async findPublic(id: string): Promise<Template | undefined> {
    const { store, disabled } = this.#parts;
    const found = await store.findPublic(id);
    return found !== undefined && (await disabled?.has(found.accountId)) === true ? undefined : found;
  }

  async noteDownload(id: string): Promise<void> {
    await this.#parts.store.noteDownload(id);
  }

  async publish(owner: PlanOwner, id: string, listing: Listing, by: AuditActor): Promise<Template | undefined> {
    const { store, limits, publisher } = this.#parts;
    const show = () => store.setPublic(owner.accountId, id, true, listing);
    const shown = await publisher.updating(
      owner.accountId,
      id,
      () => limits?.within(owner, 'listings', () => store.changeListing(owner.accountId, id, listing), show) ?? show(),
    );
    if (shown !== undefined) await this.#record('template.published', shown, by);
    return shown;
  }

  async unpublish(accountId: string, id: string, by: AuditActor): Promise<Template | undefined> {
    const { store, publisher } = this.#parts;
    const hidden = await publisher.updating(accountId, id, () => store.setPublic(accountId, id, false, {}));
    if (hidden !== undefined) await this.#record('template.unpublished', hidden, by);
    return hidden;
  }

  async #record(action: AuditAction, { id, name, accountId }: Template, actor: AuditActor, detail = ''): Promise<void> {
    await this.#parts.audit?.record({ accountId, action, actor, subject: { id, name }, detail });
  }

  /** Lengths that leave no room are refused when they are saved, not when they are printed. */
  #checkOptions(options: TemplateOptions | undefined): void {
    const { locale: _locale, timezone: _timezone, currency: _currency, ...page } = options ?? {};
    this.#parts.renderer.plan(page, true, 'options');
  }

  async #inspect(accountId: string, html: string, around?: TemplateOptions): Promise<Readonly<Record<string, TemplateVariable>>> {
    try {
      return await this.#parts.composer.variables(accountId, html, around);
    } catch (error) {
      if (!HubError.is(error) || error.fields === undefined) throw error;
      throw invalidFields(error.fields.map(({ field, message }) => ({ field: field === 'html' ? 'html_content' : field, message })));
    }
  }

  #remember(key: string, text: Pick<TemplateText, 'html' | 'options'>): void {
    this.#texts.set(key, text);
    this.#cached += sizeOf(text);
    for (const [oldest, old] of this.#texts) {
      if (this.#cached <= CACHED_CHARACTERS) return;
      this.#texts.delete(oldest);
      this.#cached -= sizeOf(old);
    }
  }
}
