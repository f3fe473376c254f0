/** For one operation on one file, in a child process. */
export const LIMIT_MS = 10_000;
/** Drawing and comparing hundreds of pages takes longer: each page adds to the limit, up to the most. */
export const PDFA_PAGE_MS = 50;
export const PDFA_MOST_MS = 60_000;
