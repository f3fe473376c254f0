/** For one operation on one file, in a child process. */
export const LIMIT_MS = 10_000;
/** Drawing and comparing hundreds of pages takes longer. */
export const PDFA_LIMIT_MS = 60_000;
