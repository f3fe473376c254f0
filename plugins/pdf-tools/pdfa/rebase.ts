import { applyEdits, type ContentEdit } from '../document/content-edits.ts';
import { type Operand, readContent, UnreadableContent } from '../document/tokens.ts';

const LARGE = 30_000;
const DECIMALS = 5;
/** Which operands of an operator are y coordinates. */
const Y_OPERANDS: Readonly<Record<string, readonly number[]>> = { Tm: [5], re: [1], m: [1], l: [1], c: [1, 3, 5], v: [1, 3], y: [1, 3] };
/** What stands at a place that this does not move. */
const IMMOVABLE = new Set(['Do', 'sh', 'BI']);
/** Moves from where text stands, which is the origin until a matrix says otherwise. */
const RELATIVE = new Set(['Td', 'TD', 'T*', 'Tj', 'TJ', "'", '"']);

/**
 * Moves coordinates that run over the whole document, as Chromium writes them, into the range of PDF 1.4 (ISO 19005-1, 6.1.12):
 * a large shift in a matrix is taken back from what is drawn under it. Undefined when that does not suffice.
 */
export function rebase(bytes: Uint8Array): Uint8Array | undefined {
  const edits: ContentEdit[] = [];
  const open: number[] = [];
  let shift = 0;
  const state = { possible: true, placed: false };
  const change = (operand: Operand | undefined, value: number): void => {
    if (operand !== undefined) edits.push({ start: operand.start, end: operand.end, text: write(value) });
  };
  try {
    readContent(bytes, (operator, operands) => {
      if (operator === 'BT') state.placed = false;
      else if (operator === 'Tm') state.placed = true;
      if (operator === 'q') open.push(shift);
      else if (operator === 'Q') shift = open.pop() ?? 0;
      else if (operator === 'cm') {
        const [a, b, c, d, , f] = operands.map(({ number }) => number ?? 0);
        let moved = (f ?? 0) - shift;
        shift = 0;
        if (b === 0 && c === 0 && a !== undefined && d !== undefined && d !== 0 && Math.abs(moved) > LARGE) {
          shift = -Math.round(moved / d);
          moved += shift * d;
        }
        if (moved !== f) change(operands[5], moved);
      } else if (shift !== 0) {
        if (IMMOVABLE.has(operator) || (RELATIVE.has(operator) && !state.placed)) state.possible = false;
        for (const index of Y_OPERANDS[operator] ?? []) change(operands[index], (operands[index]?.number ?? 0) - shift);
      }
    });
  } catch (error) {
    if (error instanceof UnreadableContent) return undefined;
    throw error;
  }
  return state.possible && edits.length > 0 ? applyEdits(bytes, edits) : undefined;
}

const write = (value: number): string => String(Number(value.toFixed(DECIMALS)));
