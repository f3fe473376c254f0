import Handlebars from 'handlebars';

/** What a helper leaves quiet: nothing was sent. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Empty for what has no text of its own, such as an object. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Prints as `[object Object]`. */
export const isUnprintable = (value: unknown): boolean => isObject(value) && (!Array.isArray(value) || value.some(isObject));

/** A value that the data itself holds, and no property that every object has. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

/** Falsy as Handlebars' own `if` sees it: an empty list too. */
export const isTrue = (value: unknown): boolean => Boolean(value) && !Handlebars.Utils.isEmpty(value);
