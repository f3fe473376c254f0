import { PDFDict, PDFDocument, PDFName, PDFRef } from 'pdf-lib';
import type { PdfWarning } from '../../contract.ts';
import { type ChildInput, type Parent, Refused, type ToolResult } from '../protocol.ts';
import { lookupArray, lookupDict, lookupNumber } from '../../document/objects.ts';
import { AS_IT_IS, isSigned, openPdf, type Opened } from '../../document/open.ts';
import { dropClaims, savePdf, WITHOUT_PAUSES } from '../../document/save.ts';
import { signDigitally } from './sign-digital.ts';
import type { FontLibrary } from '../../document/fonts.ts';
import { addStamp, type StampOptions } from './stamp.ts';

export interface SignOptions extends StampOptions {
  readonly maxPages: number;
}

/** Of DocMDP's permissions. */
const ANNOTATING = 3;

/**
 * A picture of a signature: a stamp annotation that anybody could make, and that says so. With the operator's certificate a
 * digital signature besides. To a file that is signed already both are appended, so that its signatures stay valid.
 */
export async function sign(input: ChildInput, options: SignOptions, { ask, fonts }: Parent): Promise<ToolResult> {
  const opened = await openPdf(input, { maxPages: options.maxPages, writes: true });
  const appends = isSigned(opened.document);
  if (appends) refuseUntouchable(opened, input);
  const { file, warnings } = await stamp(
    appends ? await PDFDocument.load(opened.bytes, { ...AS_IT_IS, forIncrementalUpdate: true }) : opened.document,
    opened.bytes,
    appends,
    fonts,
    options,
  );
  if (options.certificate === undefined) return { files: [file], warnings };
  const signed = await signDigitally(file, options.certificate, options, ask);
  return { files: [signed], warnings, facts: { level: options.certificate.level } };
}

/** A certified file that allows no annotation, or one that had to be repaired or decrypted: nothing can be appended to it. */
function refuseUntouchable({ document, bytes }: Opened, input: ChildInput): void {
  const permissions = lookupDict(document.catalog, 'Perms');
  const reference = permissions === undefined ? undefined : lookupDict(permissions, 'DocMDP');
  const parameters = reference === undefined ? undefined : lookupArray(reference, 'Reference')?.lookup(0);
  const given = parameters instanceof PDFDict ? lookupDict(parameters, 'TransformParams') : undefined;
  const allowed = reference === undefined ? ANNOTATING : given === undefined ? 2 : (lookupNumber(given, 'P') ?? 2);
  if (allowed < ANNOTATING || bytes !== input.bytes || input.password !== undefined)
    throw new Refused({ field: 'pdf', message: 'is signed; this would break the signature' });
}

async function stamp(
  document: PDFDocument,
  bytes: Uint8Array,
  appends: boolean,
  fonts: FontLibrary,
  options: SignOptions,
): Promise<{ readonly file: Uint8Array; readonly warnings: readonly PdfWarning[] }> {
  const snapshot = appends ? document.takeSnapshot() : undefined;
  const last = document.context.largestObjectNumber;
  const page = await addStamp(document, fonts, options);
  if (snapshot === undefined) {
    const warnings = dropClaims(document);
    return { file: await savePdf(document), warnings };
  }
  await document.flush();
  const made = document.context.enumerateIndirectObjects().map(([ref]) => ref);
  const annotations = page.node.get(PDFName.of('Annots'));
  const changed = [
    page.ref,
    ...(annotations instanceof PDFRef ? [annotations] : []),
    ...made.filter(({ objectNumber }) => objectNumber > last),
  ];
  snapshot.markRefsForSave(changed);
  const tail = await document.saveIncremental(snapshot, { ...WITHOUT_PAUSES, useObjectStreams: false });
  return { file: Buffer.concat([bytes, tail]), warnings: [] };
}
