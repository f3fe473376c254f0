import { isObject, own } from './helpers/values.ts';

/** What `{{#each}}` goes through. */
export type Rows =
  | { readonly kind: 'list'; readonly entries: readonly (readonly [key: string, value: unknown])[] }
  /** A single object where a list is meant: what is made from XML or a form has one where there is one row only. */
  | { readonly kind: 'row'; readonly entries: readonly (readonly [key: string, value: unknown])[] }
  /** Text or a number, which has no rows. */
  | { readonly kind: 'none'; readonly entries: readonly [] };

/**
 * The rows of a value.
 * @param fields names that the body uses of each row; undefined where it asks for keys or prints its rows whole
 */
export function rowsOf(value: unknown, fields: ReadonlySet<string> | undefined): Rows {
  if (!isObject(value)) return { kind: 'none', entries: [] };
  const isRow =
    !Array.isArray(value) &&
    fields !== undefined &&
    [...fields].some((field) => Object.hasOwn(value, field)) &&
    !Object.values(value).some((inner) => [...fields].some((field) => own(inner, field) !== undefined));
  return isRow ? { kind: 'row', entries: [['0', value]] } : { kind: 'list', entries: Object.entries(value) };
}
