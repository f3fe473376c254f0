import { type PDFContext, PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { unpack } from '../../document/inflate.ts';
import { lookupNumber, name } from '../../document/objects.ts';
import { UnreadableProgram } from './glyph-program.ts';
import { partsOfType1, type Type1Parts } from './type1.ts';
import { CALLSUBR, type CharstringToken, HSBW, RETURN, SBW, tokensOf } from './type1-charstrings.ts';
import { CHARSTRING_KEY, EEXEC_KEY, encrypt } from './type1-cipher.ts';

const MAX_DEPTH = 10;

/**
 * Lets the glyphs of Type 1 programs say their widths themselves: validators do not look for them in subroutines, where subsetters may
 * have put them.
 * @returns how many programs were changed
 */
export function giveOwnWidths(context: PDFContext): number {
  const files = new Set<PDFObject>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    const file = object instanceof PDFDict ? object.get(name('FontFile')) : undefined;
    if (file !== undefined) files.add(file);
  }
  let changes = 0;
  for (const ref of files) {
    const stream = context.lookup(ref);
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFStream)) continue;
    const changed = withOwnWidths(unpack(stream) ?? new Uint8Array(), lookupNumber(stream.dict, 'Length2') ?? 0);
    if (changed === undefined) continue;
    const [clear, encrypted, rest] = changed;
    const lengths = { Length1: clear.length, Length2: encrypted.length, Length3: rest.length };
    context.assign(ref, context.flateStream(Buffer.concat(changed), lengths));
    changes++;
  }
  return changes;
}

/**
 * @param size of the encrypted part
 * @returns the parts of the program, or undefined where nothing has to be changed
 */
function withOwnWidths(file: Uint8Array, size: number): readonly [clear: Uint8Array, encrypted: Uint8Array, rest: Uint8Array] | undefined {
  const parts = readable(file);
  if (parts === undefined || parts.isHexadecimal) return undefined;
  const { start, secret, glyphs, subroutines, skipped } = parts;
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const [glyph, { code, from, data, end }] of glyphs) {
    const whole = inlined(code, subroutines);
    if (whole === undefined || end > size) continue;
    const bytes = encrypt(Buffer.concat([new Uint8Array(skipped), whole]), CHARSTRING_KEY);
    const [, between = ' RD '] = /^\/\S+\s+\d+(\s+\S+\s)$/.exec(Buffer.from(secret.subarray(from, data)).toString('latin1')) ?? [];
    pieces.push(secret.subarray(done, from), Buffer.from(`/${glyph} ${String(bytes.length)}${between}`, 'latin1'), bytes);
    done = end;
  }
  if (done === 0) return undefined;
  const encrypted = encrypt(Buffer.concat([...pieces, secret.subarray(done, size)]), EEXEC_KEY);
  return [file.subarray(0, start), encrypted, file.subarray(start + size)];
}

function readable(file: Uint8Array): Type1Parts | undefined {
  try {
    return partsOfType1(file);
  } catch (error) {
    if (error instanceof UnreadableProgram) return undefined; // which the checks of fonts tell of
    throw error;
  }
}

/** A glyph with the subroutines in it that it begins with; undefined for one that says its width at once, or never. */
function inlined(code: Uint8Array, subroutines: ReadonlyMap<number, Uint8Array>): Uint8Array | undefined {
  let whole = code;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const { operator, number } = beginningOf(whole);
    if (operator?.value === HSBW || operator?.value === SBW) return depth === 0 ? undefined : whole;
    const called = operator?.value === CALLSUBR && number !== undefined ? subroutines.get(number.value) : undefined;
    if (called === undefined) return undefined;
    const body = called.at(-1) === RETURN ? called.subarray(0, -1) : called;
    whole = Buffer.concat([whole.subarray(0, number?.at), body, whole.subarray(operator?.end)]);
  }
  return undefined;
}

/** The first operator of a glyph, and the number before it. */
function beginningOf(code: Uint8Array): { readonly operator?: CharstringToken; readonly number?: CharstringToken | undefined } {
  let number: CharstringToken | undefined;
  for (const token of tokensOf(code)) {
    if (token.kind === 'operator') return { operator: token, number };
    number = token;
  }
  return {};
}
