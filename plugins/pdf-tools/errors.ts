import { defineError } from '../../server/contract/index.ts';

/** The file cannot be converted without a false claim. */
export const ConversionFailed = defineError('CONVERSION_FAILED', 422);
/** The operator has not switched this on. */
export const NotImplemented = defineError('NOT_IMPLEMENTED', 501);
