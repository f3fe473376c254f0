import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';

const require = createRequire(import.meta.url);

/** Loaded with the first font that is read, as it would take a fifth of the start of a process and most PDFs need none. */
export const fontkit = (): typeof Fontkit => require('fontkit') as typeof Fontkit;
