import { z } from 'zod';
import { Timestamp, definePort, type FieldProblem } from '../../server/contract/index.ts';
import type { PageRequest } from '../../server/contract/index.ts';
import type { AuditActor } from '../audit/contract.ts';
import type { PlanOwner } from '../limits/contract.ts';
import { PrintOptions, regionFields, type RenderWarning, reproducibleFields } from '../rendering/contract.ts';

export const TYPE_WORDS = ['string', 'number', 'integer', 'boolean', 'date', 'array', 'object'] as const;

/** A type word, the fields of an object, `[type]` for an array of that, or any of these with words for people. */
export type DeclaredType = (typeof TYPE_WORDS)[number] | DeclaredSchema | readonly [DeclaredType] | DescribedType;
export interface DeclaredSchema {
  readonly [name: string]: DeclaredType;
}

/** What a string holds, in the words of JSON Schema. */
export const FORMATS = ['date', 'date-time', 'time', 'email', 'uri'] as const;

/** A type with what JSON Schema calls annotations: what a person who fills the variable in reads. */
export interface DescribedType {
  readonly $type: DeclaredType;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly (string | number | boolean)[];
  readonly format?: (typeof FORMATS)[number];
  /** Without it a variable may be left empty. */
  readonly required?: boolean;
}

/** One variable as a field of a form: the shape that Make's parameters have, which other platforms can read as well. */
export interface VariableField {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url' | 'collection' | 'array' | 'any';
  readonly required: boolean;
  /** Of a date: whether it is a moment, and not a day of the calendar. */
  readonly time?: boolean | undefined;
  /** The fields of a collection or of each item of an array; an array of plain values has their type alone. */
  readonly spec?: readonly VariableField[] | { readonly type: VariableField['type'] } | undefined;
}

/** How a version of a template prints, unless a request says otherwise: page options, and what its values are formatted by. */
export const TemplateOptions = z.strictObject({ ...PrintOptions.shape, ...regionFields, ...reproducibleFields });
export type TemplateOptions = z.output<typeof TemplateOptions>;

/** A template's text as a generation uses it. */
export interface TemplateText {
  readonly id: string;
  readonly version: number;
  readonly html: string;
  readonly schema: DeclaredSchema;
  /** Whether its author wrote the schema; null for a template that was made before that was noted. */
  readonly isDeclared: boolean | null;
  /** Of that version; the defaults when absent. */
  readonly options?: TemplateOptions | undefined;
}

export interface Template {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly html: string;
  readonly schema: DeclaredSchema;
  readonly isDeclared: boolean | null;
  /** Of the current version. */
  readonly options: TemplateOptions;
  /** Data to try it with, of who made it; null where nobody gave any. */
  readonly sample: Readonly<Record<string, unknown>> | null;
  readonly version: number;
  readonly isPublic: boolean;
  readonly category: string | null;
  readonly description: string | null;
  /** How often it was cloned from the marketplace. */
  readonly downloads: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewTemplate {
  /** Made by the route; a template that has it already is this request's own earlier try. */
  readonly id: string;
  readonly name: string;
  readonly html: string;
  /** Inferred from the syntax tree when absent. */
  readonly schema?: DeclaredSchema | undefined;
  /** False for a schema that was inferred from the text it is copied with. */
  readonly isDeclared?: boolean | null | undefined;
  readonly options?: TemplateOptions | undefined;
  readonly sample?: Readonly<Record<string, unknown>> | undefined;
}

export interface Listing {
  readonly category?: string | undefined;
  readonly description?: string | undefined;
}

/** A template without its text, as the wire has it. */
export const TemplateSummary = z.object({
  id: z.string().describe('The id of the template; begins with `tmpl_`.'),
  name: z.string().describe('Its name.'),
  version: z.int().describe('1 at first; rises when the text changes.'),
  is_public: z.boolean().describe('Whether it is published in the marketplace.'),
  created_at: Timestamp.describe('When it was made.'),
  updated_at: Timestamp.describe('When it was last changed.'),
});

/** What a copy of a template is answered with. */
export const TemplateCopy = z.object({
  id: z.string().describe('The id of the copy; begins with `tmpl_`.'),
  name: z.string().describe('The name of the copy.'),
  version: z.int().describe('Always 1.'),
  created_at: Timestamp.describe('When it was copied.'),
});

export interface ConformedData {
  readonly data: Readonly<Record<string, unknown>>;
  /** What is not as the schema says; fields below `data`. */
  readonly problems: readonly FieldProblem[];
  /** Those of what the author declared, for people. */
  readonly warnings: readonly RenderWarning[];
}

/** By which text in the data is read. */
export interface DataRegion {
  readonly locale?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** Where a moment that stands for a day is that day: an IANA name. */
  readonly dayZone?: string | undefined;
}

/** Saved templates, as documents are made from them. */
export interface TemplateSource {
  /**
   * @param version the current one when absent
   * @throws NotFound when the account has no such template or version
   */
  text(accountId: string, templateId: string, version?: number): Promise<TemplateText>;
  /**
   * The data with the types that the template declares, and what of it cannot have them.
   */
  conform(template: TemplateText, data: Readonly<Record<string, unknown>>, region: DataRegion): ConformedData;
}
export const TemplateSource = definePort<TemplateSource>('templates/source');

/** Saved templates by account, and those that are public. Who makes a change (`by`) is in the audit log. */
export interface TemplateCatalog {
  /**
   * @throws ValidationError on `html_content`, with line and column, when it does not compile, and on `options` that cannot be
   * printed; UsageLimitExceeded when the account has as many as its plan allows
   */
  create(owner: PlanOwner, template: NewTemplate, by: AuditActor): Promise<Template>;
  /** Data that fills every variable of a text, made up. @throws ValidationError for one that does not compile */
  sample(accountId: string, html: string): Promise<Record<string, unknown>>;
  /** Newest first; one more than `limit` says that there are more. */
  recent(accountId: string, page: PageRequest): Promise<Template[]>;
  publicPage(page: PageRequest, category: string | undefined): Promise<Template[]>;
  /** Undefined when there is no such template, or it is not public. */
  findPublic(templateId: string): Promise<Template | undefined>;
  noteDownload(templateId: string): Promise<void>;
  /** Undefined when the account has no such template. */
  find(accountId: string, templateId: string): Promise<Template | undefined>;
  /** The variables of a template as fields of a form. @throws NotFound when the account has no such template */
  fields(accountId: string, templateId: string): Promise<VariableField[]>;
  /** False when the account has no such template. */
  remove(accountId: string, templateId: string, by: AuditActor): Promise<boolean>;
  /** Undefined when the account has no such template. @throws UsageLimitExceeded when it shows as many as its plan allows */
  publish(owner: PlanOwner, templateId: string, listing: Listing, by: AuditActor): Promise<Template | undefined>;
  unpublish(accountId: string, templateId: string, by: AuditActor): Promise<Template | undefined>;
}
export const TemplateCatalog = definePort<TemplateCatalog>('templates/catalog');
