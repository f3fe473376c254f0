import type { PDFDict } from 'pdf-lib';
import { lookupNumber } from './objects.ts';

/** Of an annotation (ISO 32000-1, 12.5.3). */
const INVISIBLE = 1;
export const [HIDDEN, PRINT, NO_ZOOM, NO_ROTATE, NO_VIEW] = [2, 4, 8, 16, 32] as const;

export const flagsOf = (annotation: PDFDict): number => lookupNumber(annotation, 'F') ?? 0;

/** Whether screens do not show an annotation, whatever layer it is on. */
export const isUnseen = (annotation: PDFDict): boolean => (flagsOf(annotation) & (INVISIBLE | HIDDEN | NO_VIEW)) !== 0;
