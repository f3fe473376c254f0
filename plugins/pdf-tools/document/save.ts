import { PDFArray, type PDFContext, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import type { PdfWarning } from '../contract.ts';
import { decodeXmp, PDFA_ID, PDFUA_ID, type XmpProperty, xmpPacketOf, xmpProperties } from './xmp.ts';

/** With more, packing takes longer than it saves; with fewer there is nothing to save. */
const MAX_PACKED_OBJECTS = 8000;
const MIN_PACKED_OBJECTS = 100;

/** The library pauses for a millisecond after some objects, for pages that it shares a thread with; a process of ours does one task. */
export const WITHOUT_PAUSES = { objectsPerTick: Infinity } as const;

/** The objects that a document consists of. */
export function reachedFrom(context: PDFContext): ReadonlySet<PDFRef> {
  const reached = new Set<PDFRef>();
  const open: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info, context.trailerInfo.Encrypt];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(context.lookup(next));
    } else if (next instanceof PDFArray) {
      open.push(...next.asArray());
    } else if (next instanceof PDFDict || next instanceof PDFStream) {
      const dict = next instanceof PDFStream ? next.dict : next;
      for (const [, value] of dict.entries()) open.push(value);
    }
  }
  return reached;
}

/** Deletes what nothing reaches: else an overwritten value stays in the file for whoever looks. */
export async function collectGarbage(document: PDFDocument): Promise<void> {
  const { context } = document;
  // Fonts and pictures are written only now; those that nothing shows go too.
  await document.flush();
  const reached = reachedFrom(context);
  let largest = 0;
  for (const [ref] of context.enumerateIndirectObjects()) {
    if (!reached.has(ref)) context.delete(ref);
    else largest = Math.max(largest, ref.objectNumber);
  }
  context.largestObjectNumber = largest;
}

/** A rewritten file may no longer be what it claims: its metadata says so, and Adobe's usage rights are signed. */
export function dropClaims(document: PDFDocument): PdfWarning[] {
  return [...dropUsageRights(document), ...dropConformance(document)];
}

/** Acrobat refuses to fill a form whose usage rights (ISO 32000-1, 12.8.2.3) do not fit it any more. */
function dropUsageRights({ catalog }: PDFDocument): PdfWarning[] {
  const permissions = catalog.lookup(PDFName.of('Perms'));
  if (!(permissions instanceof PDFDict)) return [];
  const rights = ['UR3', 'UR'].map((key) => PDFName.of(key)).filter((key) => permissions.has(key));
  if (rights.length === 0) return [];
  for (const key of rights) permissions.delete(key);
  if (permissions.keys().length === 0) catalog.delete(PDFName.of('Perms'));
  return [{ code: 'USAGE_RIGHTS_REMOVED', message: 'The file no longer has the usage rights of Adobe Reader, as it was changed.' }];
}

function dropConformance(document: PDFDocument): PdfWarning[] {
  const key = PDFName.of('Metadata');
  const metadata = document.catalog.lookup(key);
  if (!(metadata instanceof PDFStream)) return [];
  const packet = xmpPacketOf(document);
  const properties = xmpProperties(packet);
  const claims = properties?.filter(makesClaim);
  if (claims?.length === 0) return [];
  // What cannot be read cannot be trusted to make no claim.
  const text = claims === undefined ? undefined : withoutClaims(decodeXmp(packet), claims);
  if (text === undefined) document.catalog.delete(key);
  else
    document.catalog.set(key, document.context.register(document.context.stream(Buffer.from(text), { Type: 'Metadata', Subtype: 'XML' })));
  return [{ code: 'CLAIM_REMOVED', message: 'The file no longer claims to be PDF/A or PDF/UA, as it was changed.' }];
}

const makesClaim = ({ namespace }: XmpProperty): boolean => namespace === PDFA_ID || namespace === PDFUA_ID;

/** An XMP packet without its claims, otherwise as it is; undefined where they cannot be told from the rest. */
function withoutClaims(packet: string, claims: readonly XmpProperty[]): string | undefined {
  let text = packet;
  for (const prefix of new Set(claims.map((claim) => claim.prefix.replaceAll('.', '\\.'))))
    text = text
      .replace(new RegExp(`<${prefix}:([\\w.-]+)(?:\\s[^<>]*)?(?:/>|>[^<]*</${prefix}:\\1\\s*>)`, 'g'), '')
      .replace(new RegExp(`\\s${prefix}:[\\w.-]+\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');
  return xmpProperties(Buffer.from(text))?.some(makesClaim) === false ? text : undefined;
}

export async function savePdf(document: PDFDocument): Promise<Uint8Array> {
  await collectGarbage(document);
  const objects = document.context.enumerateIndirectObjects().length;
  return document.save({
    ...WITHOUT_PAUSES,
    rewrite: true,
    updateFieldAppearances: false,
    addDefaultPage: false,
    useObjectStreams: objects >= MIN_PACKED_OBJECTS && objects < MAX_PACKED_OBJECTS,
  });
}
