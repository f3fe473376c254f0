import { z } from 'zod';
import { type GenerationSource, type GenerationStatus, SOURCES, STATUSES } from '../contract.ts';

const MAX_METADATA = 5;
/** Of ids and names; longer ones exist nowhere. */
const MAX_TEXT = 200;
const DOCUMENT_ID = /^gen_\w+$/;

/** Which documents of the history; all that is left out does not matter. */
export interface HistoryFilter {
  readonly status?: GenerationStatus | undefined;
  readonly templateId?: string | undefined;
  readonly source?: GenerationSource | undefined;
  readonly batchId?: string | undefined;
  /** Entries that a document must have; values are compared as texts. */
  readonly metadata?: readonly { readonly key: string; readonly value: string }[] | undefined;
  /** The earliest moment. */
  readonly createdAfter?: Date | undefined;
  /** The first moment that is too late. */
  readonly createdBefore?: Date | undefined;
  /** A part of the file name, or a whole id. */
  readonly q?: string | undefined;
}

/** `order:7`, split at the first colon; undefined for a text without one, and for names that no query can hold. */
function metadataEntry(text: string): { readonly key: string; readonly value: string } | undefined {
  const [, key, value] = /^([^:]{1,100}):(.{0,1000})$/s.exec(text) ?? [];
  return key === undefined || value === undefined || key.includes('.') || key.startsWith('$') ? undefined : { key, value };
}

/** A day means its beginning in UTC. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a date or a date with time, such as 2026-11-24 or 2026-11-24T09:30:00Z',
});

const MetadataText = z.string().transform((text, { addIssue }) => {
  const entry = metadataEntry(text);
  if (entry !== undefined) return entry;
  addIssue('must be key:value, such as order:7; the key has no dot and does not begin with $');
  return z.NEVER;
});

const moment = (description: string) =>
  Moment.transform((text) => new Date(text))
    .optional()
    .describe(description);

/** The filters as query parameters. */
export const historyFilterFields = {
  status: z.enum(STATUSES).optional().describe('Only documents with this status.'),
  template: z
    .string()
    .min(1)
    .max(MAX_TEXT)
    .optional()
    .describe('Only documents made from the saved template with this id, such as `tmpl_1a2b3c`, whatever its version.'),
  source: z.enum(SOURCES).optional().describe('Only documents that came in this way.'),
  batch: z.string().min(1).max(MAX_TEXT).optional().describe('Only documents of the batch with this id, such as `batch_1a2b3c`.'),
  metadata: z
    .union([MetadataText.transform((entry) => [entry]), z.array(MetadataText).max(MAX_METADATA)])
    .optional()
    .describe(
      'Only documents whose `metadata` has this entry, written `key:value`, such as `order:7`. Numbers and booleans are compared as they are ' +
        `written. Repeat the parameter for up to ${String(MAX_METADATA)} entries, all of which a document must have. Keys with a dot cannot be searched.`,
    ),
  created_after: moment('Only documents created at this moment or later. A date alone is its midnight in UTC.'),
  created_before: moment('Only documents created before this moment. A date alone is its midnight in UTC, so that day is left out.'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TEXT)
    .optional()
    .describe('Only documents whose file name contains this text, in upper or lower case, or whose id it is.'),
};

type HistoryFilterQuery = z.output<z.ZodObject<typeof historyFilterFields>>;

/** Query parameters as the store takes them. */
export function historyFilterOf(query: HistoryFilterQuery): HistoryFilter {
  const { template, batch, created_after: createdAfter, created_before: createdBefore, status, source, metadata, q } = query;
  return { status, source, templateId: template, batchId: batch, metadata, createdAfter, createdBefore, q };
}

/** What an entry may have been sent as: `7` is a text or a number, `true` a text or a boolean. */
function valuesOf(text: string): (string | number | boolean)[] {
  const number = text.trim() === '' ? NaN : Number(text);
  return [text, ...(Number.isFinite(number) ? [number] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])];
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The database's condition. Each part is one of `$and`, beside whatever else a query joins. */
export function historyCondition({ q, metadata = [], createdAfter, createdBefore, ...equal }: HistoryFilter): object {
  const range = {
    ...(createdAfter === undefined ? {} : { $gte: createdAfter }),
    ...(createdBefore === undefined ? {} : { $lt: createdBefore }),
  };
  const named = (text: string): object =>
    DOCUMENT_ID.test(text) ? { $or: [{ _id: text }, { filename: text }] } : { filename: { $regex: literally(text), $options: 'i' } };
  const parts = [
    ...(Object.keys(range).length === 0 ? [] : [{ createdAt: range }]),
    ...metadata.map(({ key, value }) => ({ [`metadata.${key}`]: { $in: valuesOf(value) } })),
    ...(q === undefined ? [] : [named(q)]),
  ];
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
    ...(parts.length === 0 ? {} : { $and: parts }),
  };
}
