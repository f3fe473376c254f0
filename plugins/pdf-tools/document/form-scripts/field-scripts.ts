import { PDFDict } from 'pdf-lib';
import { inherited, lookupDict, lookupName, name } from '../objects.ts';
import { textOf } from '../text-string.ts';
import { type Calculation, calculationIn } from './calculation.ts';
import { checkIn, type Format, formatIn, type Range, rangeIn } from './formats.ts';

/** What a field's scripts do with its value, as far as they are calls of common functions; they are read, never run. */
export interface FieldScripts {
  readonly format?: Format;
  readonly range?: Range;
  readonly calculation?: Calculation;
  /** Whether a script that is not understood checks or changes the value, when it is entered. */
  readonly hasOther: boolean;
  /** Whether the value follows from others by a script that is not understood. */
  readonly hasOtherCalculation: boolean;
}

const known = new WeakMap<PDFDict, FieldScripts>();

/** Scripts of a field by the events of its additional actions (ISO 32000-1, 12.6.3). */
export function scriptsOf(field: PDFDict): FieldScripts {
  const scripts = known.get(field) ?? readScripts(field);
  known.set(field, scripts);
  return scripts;
}

function readScripts(field: PDFDict): FieldScripts {
  const [keystroke, formatting, validation, calculating] = ['K', 'F', 'V', 'C'].map((event) => scriptOf(field, event));
  const check = keystroke === undefined ? undefined : checkIn(keystroke);
  const format = formatting === undefined ? check : formatIn(formatting);
  const range = validation === undefined ? undefined : rangeIn(validation);
  const calculation = calculating === undefined ? undefined : calculationIn(calculating);
  return {
    ...(format === undefined ? {} : { format }),
    ...(range === undefined ? {} : { range }),
    ...(calculation === undefined ? {} : { calculation }),
    hasOther:
      (keystroke !== undefined && check === undefined) ||
      (formatting !== undefined && format === undefined) ||
      (validation !== undefined && range === undefined),
    hasOtherCalculation: calculating !== undefined && calculation === undefined,
  };
}

/** The script of an event; empty, which is no call of a function, where the action goes on with others. */
function scriptOf(field: PDFDict, event: string): string | undefined {
  const actions = inherited(field, 'AA');
  const action = actions instanceof PDFDict ? lookupDict(actions, event) : undefined;
  if (action === undefined || lookupName(action, 'S') !== 'JavaScript') return undefined;
  return action.has(name('Next')) ? '' : (textOf(action.lookup(name('JS'))) ?? '');
}
