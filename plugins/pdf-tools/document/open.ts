import { EncryptedPDFError, ParseSpeeds, PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, type PDFObject } from 'pdf-lib';
import type { PdfWarning } from '../contract.ts';
import { type ChildInput, Refused } from '../child/protocol.ts';
import { refersToLength, restoreCutStreams } from './cut-streams.ts';
import { inherited } from './objects.ts';
import { openReader, type Reader } from './pdfium.ts';
import { preparedPassword } from './password.ts';
import { readPageTree } from './page-tree.ts';
import { damaged, prescan } from './prescan.ts';
import { followsCrossReference } from './stored-objects.ts';

export interface OpenOptions {
  readonly maxPages: number;
  /** Whether the result is a changed document, which needs the owner's rights. */
  readonly writes: boolean;
}

export interface Opened {
  readonly document: PDFDocument;
  readonly reader: Reader;
  /** The bytes both were read from. */
  readonly bytes: Uint8Array;
  /** The password that opened it, in the form that did. */
  readonly password: string | undefined;
}

/** For the library to change nothing as it reads, and to make no pauses meanwhile. */
export const AS_IT_IS = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest } as const;

/**
 * Reads a caller's PDF. Whatever goes wrong here is the file's fault.
 * @throws Refused on `pdf`
 */
export async function openPdf({ bytes, password: given }: ChildInput, options: OpenOptions): Promise<Opened> {
  prescan(bytes);
  // The reader says of garbage in milliseconds what our library searches for through every byte.
  const { reader, password } = await openWith(bytes, given);
  if (reader === undefined) throw damaged();
  const first = reader === 'encrypted' ? reader : await tryLoad(bytes, password);
  if (reader === 'encrypted' || first === 'encrypted') {
    if (password === undefined) throw new Refused({ field: 'pdf', message: 'is encrypted; pass password' });
    throw new Refused({ field: 'password', message: 'does not open the document' });
  }
  if (options.writes && !reader.hasAllRights) throw new Refused({ field: 'pdf', message: 'needs the owner password' });
  refusePages(reader.pages, options.maxPages);
  if (
    first !== undefined &&
    isUnderstood(first, reader, bytes) &&
    followsCrossReference(bytes, first) &&
    readPageTree(first, options.maxPages) === reader.pages
  ) {
    refuseDynamic(first);
    return { document: first, reader, bytes, password };
  }

  const repaired = reader.resave();
  reader.close();
  const again = await tryLoad(repaired, password);
  const validator = await openReader(repaired, password);
  if (
    again === undefined ||
    again === 'encrypted' ||
    validator === undefined ||
    validator === 'encrypted' ||
    !isUnderstood(again, validator, repaired) ||
    readPageTree(again, options.maxPages) !== validator.pages
  )
    throw damaged();
  refuseDynamic(again);
  return { document: again, reader: validator, bytes: repaired, password };
}

/** Opened with the password as it was given, or else as AES-256 takes it: not every program prepares it so. */
async function openWith(
  bytes: Uint8Array,
  given: string | undefined,
): Promise<{ reader: Awaited<ReturnType<typeof openReader>>; password: string | undefined }> {
  const reader = await openReader(bytes, given);
  const prepared = given === undefined ? undefined : preparedPassword(given);
  if (reader !== 'encrypted' || prepared === given || prepared === undefined) return { reader, password: given };
  return { reader: await openReader(bytes, prepared), password: prepared };
}

/** The same document once more, unchanged. */
export async function reload(bytes: Uint8Array, password: string | undefined): Promise<PDFDocument> {
  const document = await tryLoad(bytes, password);
  if (document === undefined || document === 'encrypted') throw damaged();
  restoreCutStreams(document, bytes);
  readPageTree(document, Infinity);
  return document;
}

async function tryLoad(bytes: Uint8Array, password: string | undefined): Promise<PDFDocument | 'encrypted' | undefined> {
  const { stackTraceLimit } = Error;
  // The parser throws and catches an error at each byte between objects; the stacks are most of what that costs.
  Error.stackTraceLimit = 0;
  try {
    const document = await PDFDocument.load(bytes, {
      ...AS_IT_IS,
      preserveXFA: true,
      warnOnInvalidObjects: false,
      ...(password === undefined ? {} : { password }),
    });
    return document;
  } catch (error) {
    if (error instanceof EncryptedPDFError || (error instanceof Error && /encrypt|password/i.test(error.message))) return 'encrypted';
    return undefined; // pdfium may still read it
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Whether our library has read all objects as they are: what one refers to that it cannot parse would be lost, and a stream whose length
 * it did not know may be cut. Then pdfium writes the file anew. In an encrypted file the library takes some of its own making for such
 * objects, and has streams only as they are decrypted.
 */
function isUnderstood(document: PDFDocument, { isEncrypted }: Reader, bytes: Uint8Array): boolean {
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
  if (isEncrypted) return !objects.some(refersToLength);
  return !objects.some((object) => object instanceof PDFInvalidObject) && restoreCutStreams(document, bytes);
}

/** The pages of a dynamic XFA form only ask to wait for a viewer that can make the real ones. */
function refuseDynamic({ catalog }: PDFDocument): void {
  const form = catalog.lookup(PDFName.of('AcroForm'));
  const isDynamic = catalog.lookup(PDFName.of('NeedsRendering'))?.toString() === 'true';
  if (isDynamic && form instanceof PDFDict && form.has(PDFName.of('XFA')))
    throw new Refused({ field: 'pdf', message: 'is a dynamic XFA form, whose pages only Adobe Acrobat can make' });
}

function refusePages(pages: number, most: number): void {
  if (pages < 1) throw damaged();
  if (pages > most) throw new Refused({ field: 'pdf', message: `has ${String(pages)} pages; the limit is ${String(most)}` });
}

/** How many digital signatures there are: fields that have one, whose type may stand at a field above them. */
export function countSignatures(document: PDFDocument): number {
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  if (!(form instanceof PDFDict)) return 0;
  const signatures = new Set<PDFObject>();
  const note = (object: PDFObject | undefined): void => {
    if (!(object instanceof PDFDict) || inherited(object, 'FT') !== PDFName.of('Sig')) return;
    const value = object.lookup(PDFName.of('V'));
    if (value instanceof PDFDict) signatures.add(value);
  };
  for (const [, object] of document.context.enumerateIndirectObjects()) note(object);
  // Fields may be written within the form itself.
  const fields = form.lookup(PDFName.of('Fields'));
  if (fields instanceof PDFArray) for (let i = 0; i < fields.size(); i++) note(fields.lookup(i));
  return signatures.size;
}

/** Whether writing the document anew would break a digital signature. */
export const isSigned = (document: PDFDocument): boolean => countSignatures(document) > 0;

/** For operations whose result is another document. */
export const signatureWarnings = (document: PDFDocument): PdfWarning[] =>
  isSigned(document) ? [{ code: 'SIGNATURE_REMOVED', message: 'The digital signature is missing.' }] : [];

export function refuseSigned(document: PDFDocument): void {
  if (isSigned(document)) throw new Refused({ field: 'pdf', message: 'is signed; this would break the signature' });
}
