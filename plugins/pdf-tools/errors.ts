import { defineError, HubError, invalidFields } from '../../server/contract/index.ts';

/** The file cannot be converted without a false claim. */
export const ConversionFailed = defineError('CONVERSION_FAILED', 422);
/** The operator has not switched this on. */
export const NotImplemented = defineError('NOT_IMPLEMENTED', 501);

/** The same error, with its fields named by `rename`. */
export function renamed(error: unknown, rename: (field: string) => string): unknown {
  if (!HubError.is(error) || error.fields === undefined) return error;
  return invalidFields(error.fields.map(({ field, message }) => ({ field: rename(field), message })));
}
