import { fixedTime, type PrintOptions, type Region } from '../../rendering/contract.ts';
import type { TemplateOptions } from '../../templates/contract.ts';
import type { DocumentRequest } from '../contract.ts';

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

const given = <T extends object>(fields: T): Partial<Given<T>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Given<T>>;

/** Sides that the request leaves out stay as they were saved; a single length is all four. */
function marginOf(saved: PrintOptions['margin'], asked: PrintOptions['margin']): PrintOptions['margin'] {
  if (typeof asked !== 'object' || saved === undefined) return asked ?? saved;
  const sides = typeof saved === 'object' ? saved : { top: saved, right: saved, bottom: saved, left: saved };
  return { ...sides, ...given(asked) };
}

/** How a document prints: as its template's version was saved, and over that what the request says, one field at a time. */
export function printedAs(
  { locale, timezone, currency, deterministic, date, ...page }: TemplateOptions,
  request: DocumentRequest,
): { readonly options: PrintOptions; readonly region: Region; readonly now: Date | undefined } {
  const { options: asked = {} } = request;
  const margin = marginOf(page.margin, asked.margin);
  return {
    options: { ...page, ...given(asked), ...(margin === undefined ? {} : { margin }) },
    region: {
      locale: request.locale ?? locale,
      timezone: request.timezone ?? timezone,
      currency: request.currency ?? currency,
    },
    now: fixedTime({ deterministic: request.deterministic ?? deterministic, date: request.date ?? date }),
  };
}
