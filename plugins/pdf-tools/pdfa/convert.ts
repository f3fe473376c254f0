import { createHash } from 'node:crypto';
import { PDFDict, type PDFDocument, PDFHeader, PDFHexString, PDFName, type PDFRef, PDFStream, PDFString } from 'pdf-lib';
import { type ChildInput, type Parent, Refused, type ToolResult, Unconvertible } from '../child/protocol.ts';
import { flattenForm, makeMissingAppearances, printedWarnings } from '../child/operations/flatten.ts';
import type { PdfWarning } from '../contract.ts';
import { contentStreams, pageContent } from '../document/content.ts';
import { createdAt } from '../document/dates.ts';
import { refuseLargeForm } from '../document/field-tree.ts';
import type { FontLibrary } from '../document/fonts.ts';
import { unpack } from '../document/inflate.ts';
import { clarifyLayers, Layers } from '../document/layers.ts';
import { name } from '../document/objects.ts';
import { openPdf, type Opened, reload, signatureWarnings } from '../document/open.ts';
import { type Reader, readerOf } from '../document/pdfium.ts';
import { collectGarbage, savePdf, WITHOUT_PAUSES } from '../document/save.ts';
import { readXmp, type XmpFacts, xmpPacketOf, xmpProperties } from '../document/xmp.ts';
import { generatedAppearances, pagesWithoutAppearances } from './annotation-appearances.ts';
import { toBitmap } from './bitmap-page.ts';
import { assumesCmykProfile, cmykSpace, colorSpaceProfile } from './color-profile.ts';
import { associateFiles } from './attachments.ts';
import { attachInvoice, checkInvoice, type Invoice, invoiceXmp } from './factur-x.ts';
import { type DrawnPages, drawnPageWarnings, pagesToDraw } from './drawn-pages.ts';
import { drawOtherFonts } from './draw-fonts.ts';
import { embedStandardFonts } from './embed-fonts.ts';
import { embedSymbolFonts } from './embed-symbols.ts';
import { repairFonts } from './font-checks.ts';
import { repairCharacterMaps } from './fonts/repair-character-maps.ts';
import { removeHiddenContent } from './hidden-content.ts';
import { keptXmp } from './kept-xmp.ts';
import { InvisibleFont } from './invisible-font.ts';
import { type LevelRules, type PdfaLevel, RULES } from './level.ts';
import { type DocumentMetadata, pdfDate, PRODUCER, xmpPacket } from './metadata.ts';
import { normalizePage } from './normalize-content.ts';
import { rebase } from './rebase.ts';
import { remapTrueType } from './remap-truetype.ts';
import { repair } from './repair.ts';
import { HIDDEN_CONTENT, mayStay, partOfPages } from './repair-actions.ts';
import { addCodes, type DefaultResources, type FontCodes, isNormalized, OUT_OF_RANGE, Scanner, type Usage } from './scan.ts';
import { selfCheck } from './self-check.ts';

/** A file is told of that has more than so many times the bytes of the source, and more than so many. */
const [MAX_ENLARGED, MAX_UNTOLD] = [3, 100_000];
const MAX_GLYPHS = 60_000;
const MAX_BITMAPS = 200;
/** Fonts, and characters of each, in a message. */
const MAX_NAMED = 10;
/** Bytes, unpacked: of a page, and of all. */
const [MAX_PAGE_CONTENT, MAX_CONTENT] = [16 * 1024 * 1024, 128 * 1024 * 1024];
const [MIN_SIDE, MAX_SIDE] = [3, 14_400];
const PRUNED = ['Font', 'XObject', 'ExtGState', 'Pattern', 'Shading', 'ColorSpace'];

export interface PdfaOptions {
  readonly maxPages: number;
  readonly level?: PdfaLevel | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly invoice?: Invoice | undefined;
  /** Why every page becomes a picture, which nothing of the original can make invalid. */
  readonly drawnBecause?: string | undefined;
  readonly now: string;
}

/** What the file is to become. */
interface Target {
  readonly rules: LevelRules;
  readonly metadata: DocumentMetadata;
  readonly xmp: string;
  readonly invoice: Invoice | undefined;
  readonly fonts: FontLibrary;
}

interface Built {
  readonly file: Uint8Array;
  readonly drawn: DrawnPages;
  readonly lost: ReadonlySet<string>;
  readonly printed: ReadonlySet<string>;
  readonly assumesCmykProfile: boolean;
}

/**
 * PDF/A-1b, 2b or 3b (ISO 19005): what the standard forbids is put right where that is possible, and a page on which it is
 * not becomes its picture with invisible text. The result is read back, checked and compared before it is called PDF/A.
 */
export async function convertToPdfa(input: ChildInput, options: PdfaOptions, { opened: reportPages, fonts }: Parent): Promise<ToolResult> {
  const opened = await openToConvert(input, options.maxPages);
  reportPages(opened.reader.pages);
  refuseContent(opened.document);
  const { invoice, drawnBecause } = options;
  if (invoice !== undefined) checkInvoice(invoice);
  const level = options.level ?? (invoice === undefined ? '1b' : '3b');
  const rules = RULES[level];
  const source = xmpProperties(xmpPacketOf(opened.document)) ?? [];
  const metadata = metadataOf(opened.document, readXmp(source), options);
  const { descriptions, lost: lostProperties } = keptXmp(source);
  const xmp = xmpPacket(metadata, rules.part, `${descriptions}${invoice === undefined ? '' : invoiceXmp(invoice.profile)}`);
  refuseSizes(opened.document, rules);
  const warnings = signatureWarnings(opened.document);
  const all = Array.from({ length: opened.reader.pages }, (_, i) => i);
  let forced: DrawnPages = new Map(drawnBecause === undefined ? [] : all.map((index) => [index, drawnBecause]));
  for (let again = true; ; again = false) {
    const document = forced.size === 0 ? opened.document : await reload(opened.bytes, opened.password);
    const { file, drawn, lost, ...built } = await build(document, opened, { rules, metadata, xmp, invoice, fonts }, forced);
    const rejectionReason = await selfCheck(file, opened.reader, { rules, xmp, title: metadata.title }, [...drawn.keys()]);
    if (rejectionReason === undefined) {
      const gone = [...lost, ...lostProperties.slice(0, MAX_NAMED).map((property) => `XMP metadata ${property}`)];
      if (gone.length > 0)
        warnings.push({ code: 'CONTENT_REMOVED', message: `PDF/A may not hold, and the file no longer has: ${gone.join(', ')}.` });
      warnings.push(...printedWarnings(built.printed));
      if (opened.assumed.length > 0) {
        const message = `The file does not say what some annotations look like. They are drawn as PDFium draws them: ${opened.assumed.join(', ')}.`;
        warnings.push({ code: 'APPEARANCE_ASSUMED', message });
      }
      if (built.assumesCmykProfile) {
        const message = 'The file has CMYK colors without a profile. The PDF/A file gives them one of SWOP (CGATS TR 001).';
        warnings.push({ code: 'COLOR_PROFILE_ASSUMED', message });
      }
      warnings.push(...drawnPageWarnings(drawn), ...sizeWarnings(input.bytes.byteLength, file.byteLength));
      return { files: [file], facts: factsOf([...drawn.keys()], level), warnings };
    }
    if (!again || rejectionReason.pages.length === 0) throw new Unconvertible(rejectionReason.message);
    forced = new Map([...rejectionReason.pages.map((index) => [index, rejectionReason.message] as const), ...drawn]);
  }
}

function sizeWarnings(before: number, after: number): PdfWarning[] {
  if (after <= Math.max(before * MAX_ENLARGED, MAX_UNTOLD)) return [];
  const times = (after / before).toFixed(1);
  const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
  return [
    { code: 'FILE_ENLARGED', message: `The PDF/A file has ${kilobytes(after)}, ${times} times the ${kilobytes(before)} of the source.` },
  ];
}

interface Source extends Opened {
  /** Kinds of annotations whose appearance the file does not say. */
  readonly assumed: readonly string[];
}

/** With a reader that hides what viewers hide, and finds the characters that they find. */
async function openToConvert(input: ChildInput, maxPages: number): Promise<Source> {
  const opened = await openWithAppearances(input, maxPages);
  const { document } = opened;
  const assumed = generatedAppearances(document);
  const isChanged = [assumed.length > 0, clarifyLayers(document, document.getPages()), repairCharacterMaps(document)].includes(true);
  if (!isChanged) return { ...opened, assumed };
  const bytes = await savePdf(document);
  return { document, reader: await readerOf(bytes), bytes, password: undefined, assumed };
}

/** With appearances of annotations that viewers would make. */
async function openWithAppearances(input: ChildInput, maxPages: number): Promise<Opened> {
  const options = { maxPages, writes: true };
  const opened = await openPdf(input, options);
  refuseLargeForm(opened.document);
  const pages = pagesWithoutAppearances(opened.document);
  if (pages.length === 0) return opened;
  const bytes = opened.reader.withAppearances(pages);
  opened.reader.close();
  return openPdf({ ...input, bytes }, options);
}

/** Content is read operator by operator, several times. */
function refuseContent(document: PDFDocument): void {
  const sizes = new Map<PDFStream, number>();
  let all = 0;
  for (const { node } of document.getPages()) {
    let own = 0;
    for (const stream of contentStreams(node)) {
      if (!(stream instanceof PDFStream)) continue;
      const known = sizes.get(stream);
      const size = known ?? unpack(stream)?.byteLength ?? 0;
      sizes.set(stream, size);
      own += size;
      if (known === undefined) all += size;
      if (own > MAX_PAGE_CONTENT || all > MAX_CONTENT)
        throw new Refused({ field: 'pdf', message: 'is too complex (too much content when unpacked)' });
    }
  }
}

/** ISO 19005-2, 6.1.13: 3 to 14,400 units; part 1 has no such limit. */
function refuseSizes(document: PDFDocument, rules: LevelRules): void {
  if (rules.part === 1) return;
  const index = document.getPages().findIndex((page) => {
    const boxes = [page.getMediaBox(), page.getCropBox(), page.getBleedBox(), page.getTrimBox(), page.getArtBox()];
    return boxes.some(({ width, height }) => Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE);
  });
  if (index !== -1) throw new Unconvertible(`6.1.13: page ${String(index + 1)} is smaller than 3 or larger than 14,400 units.`);
}

const factsOf = (bitmaps: readonly number[], level: PdfaLevel): Record<string, unknown> => ({
  level,
  ...(bitmaps.length === 0 ? {} : { rasterized_pages: bitmaps.map((index) => index + 1) }),
});

function metadataOf(document: PDFDocument, xmp: XmpFacts, { title, author, subject, now }: PdfaOptions): DocumentMetadata {
  const clean = (text: string | undefined): string | undefined =>
    text
      ?.toWellFormed()
      .replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
      .trim() || undefined;
  return {
    title: clean(title ?? document.getTitle()) ?? clean(xmp.title),
    author: clean(author ?? document.getAuthor()) ?? clean(xmp.author),
    subject: clean(subject ?? document.getSubject()) ?? clean(xmp.subject),
    keywords: clean(document.getKeywords()) ?? clean(xmp.keywords),
    creator: clean(document.getCreator()) ?? clean(xmp.creator),
    createdAt: createdAt(document, xmp) ?? new Date(now),
    modifiedAt: new Date(now),
  };
}

async function build(
  document: PDFDocument,
  { reader }: Opened,
  { rules, metadata, xmp, invoice, fonts }: Target,
  forced: DrawnPages,
): Promise<Built> {
  const { context } = document;
  const layers = new Layers(document);
  const hadForm = document.catalog.has(name('AcroForm'));
  const undrawn = await makeMissingAppearances(document, fonts);
  if (undrawn.length > 0) throw new Unconvertible(`Form fields have values that cannot be drawn: ${undrawn.slice(0, 10).join('; ')}.`);
  // The fonts of what was drawn are written only now.
  await document.flush();
  const flattened = flattenForm(document, (kind) => kind !== 'Popup' && !mayStay(kind, rules));
  const hidden = layers.hidesAny ? removeHiddenContent(document, layers) : { isRemoved: false, left: new Set<number>() };
  const { lost, printed } = repair(document, rules, false);
  for (const kind of flattened.printed) printed.add(kind);
  for (const kind of flattened.kinds) lost.add(partOfPages(kind));
  if (flattened.kinds.has('FileAttachment')) lost.add('attached files');
  if (hidden.isRemoved) lost.add(HIDDEN_CONTENT);
  if (rules.attachments) associateFiles(document);
  repairFonts(context, rules);

  const defaults = defaultResources(document);
  const scanner = new Scanner(document, rules, defaults);
  const usages = Array.from({ length: reader.pages }, (_, i) =>
    forced.has(i) ? undefined : usageOf(document, scanner, i, () => new Scanner(document, rules, defaults)),
  );
  const codes = codesShown(usages);
  // Readers know them by where they stand, validators by their type.
  for (const font of codes.keys()) font.set(name('Type'), name('Font'));
  remapTrueType(context, codes, rules);
  embedStandardFonts(context, codes);
  embedSymbolFonts(context, codes);
  drawOtherFonts(context, codes);
  const drawn = pagesToDraw(usages, forced, codes, hidden.left, rules);
  const bitmaps = [...drawn.keys()];
  if (bitmaps.length > MAX_BITMAPS) {
    const [[index, reason] = [0, '']] = drawn;
    throw new Unconvertible(
      `${String(bitmaps.length)} pages would have to become pictures; at most ${String(MAX_BITMAPS)} can. ${reason}, page ${String(index + 1)}.`,
    );
  }
  prune(scanner);
  const font = new InvisibleFont(document);
  if (bitmaps.length > 0) {
    // A reader finds what fields and annotations say only once it is part of the page, and what is hidden as well.
    const { kinds } = flattenForm(
      document,
      (kind) => kind !== 'Popup' && kind !== 'Link',
      bitmaps.map((index) => document.getPage(index)),
    );
    for (const kind of kinds) lost.add(partOfPages(kind));
    const isChanged = hadForm || hidden.isRemoved || flattened.kinds.size > 0 || kinds.size > 0;
    const texts = isChanged ? await readerOf(await document.save({ ...WITHOUT_PAUSES, updateFieldAppearances: false })) : reader;
    refuseUnseenText(texts, bitmaps);
    for (const index of bitmaps) toBitmap(document, index, reader, texts.glyphs(index, MAX_GLYPHS), font);
    font.finish();
    if (texts !== reader) texts.close();
  }

  addOutputIntent(document);
  addMetadata(document, metadata, xmp);
  if (invoice !== undefined) attachInvoice(document, invoice, metadata.modifiedAt);
  context.header = PDFHeader.forVersion(...rules.header);
  delete context.trailerInfo.Encrypt;
  await collectGarbage(document);
  // A classic cross-reference table, which part 1 asks for.
  const file = await document.save({
    ...WITHOUT_PAUSES,
    rewrite: true,
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
  return { file, drawn, lost, printed, assumesCmykProfile: assumesCmykProfile(document) };
}

function defaultResources(document: PDFDocument): DefaultResources {
  const { context } = document;
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
  let registered: PDFRef | undefined;
  return { cmyk: () => cmykSpace(document), font: () => (registered ??= context.register(context.obj(font))) };
}

/** Reads a page; one with operators that nobody knows is written without them and read again. */
function normalizedUsage(document: PDFDocument, scanner: Scanner, index: number, scan: () => Scanner): Usage {
  const usage = scanner.page(index);
  const { node } = document.getPage(index);
  return [...usage.reasons].some(isNormalized) && normalizePage(document, node) ? scan().page(index) : usage;
}

/** Reads a page; one whose only fault is numbers out of range is repaired and read again. */
function usageOf(document: PDFDocument, scanner: Scanner, index: number, scan: () => Scanner): Usage {
  const usage = normalizedUsage(document, scanner, index, scan);
  if (usage.reasons.size !== 1 || !usage.reasons.has(OUT_OF_RANGE)) return usage;
  const { node } = document.getPage(index);
  const content = pageContent(node);
  const moved = content === undefined ? undefined : rebase(content);
  if (moved === undefined) return usage;
  node.set(name('Contents'), document.context.register(document.context.flateStream(moved)));
  return scan().page(index);
}

function codesShown(usages: readonly (Usage | undefined)[]): FontCodes {
  const codes: FontCodes = new Map();
  for (const usage of usages) if (usage !== undefined) addCodes(codes, usage.fonts);
  return codes;
}

/** Resources that no content names are validated too, so they go. */
function prune(scanner: Scanner): void {
  for (const [resources, used] of scanner.usedNames) {
    for (const kind of PRUNED) {
      const group = resources.lookup(PDFName.of(kind));
      if (!(group instanceof PDFDict)) continue;
      const names = used.get(kind) ?? new Set<string>();
      const kept = group.context.obj({});
      for (const [key, value] of group.entries()) {
        const text = key.decodeText();
        if (names.has(text) || (kind === 'ColorSpace' && text.startsWith('Default'))) kept.set(key, value);
      }
      resources.set(PDFName.of(kind), kept);
    }
  }
}

/** A picture of text for which there is no font would be blank. */
function refuseUnseenText(reader: Reader, pages: readonly number[]): void {
  const unseen = new Map<string, { readonly page: number; readonly characters: Set<string> }>();
  for (const page of pages) {
    for (const { font, characters } of reader.unseenText(page)) {
      const known = unseen.get(font) ?? { page: page + 1, characters: new Set<string>() };
      for (const character of characters) known.characters.add(character);
      unseen.set(font, known);
    }
  }
  if (unseen.size === 0) return;
  const named = [...unseen].slice(0, MAX_NAMED).map(([font, { page, characters }]) => {
    const some = [...characters].slice(0, MAX_NAMED).join(' ');
    return `${font} (page ${String(page)}: ${some})`;
  });
  throw new Unconvertible(`Text is in fonts that are not embedded, and no font here has its characters: ${named.join('; ')}.`);
}

function addOutputIntent(document: PDFDocument): void {
  const { context } = document;
  const identifier = PDFString.of('sRGB IEC61966-2.1');
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: identifier,
    RegistryName: PDFString.of('http://www.color.org'),
    Info: identifier,
    DestOutputProfile: colorSpaceProfile(document, 3),
  });
  document.catalog.set(name('OutputIntents'), context.obj([context.register(intent)]));
}

function addMetadata({ context, catalog }: PDFDocument, metadata: DocumentMetadata, xmp: string): void {
  catalog.set(name('Metadata'), context.register(context.stream(Buffer.from(xmp, 'utf8'), { Type: 'Metadata', Subtype: 'XML' })));
  const { title, author, subject, keywords, creator, createdAt, modifiedAt } = metadata;
  const texts = { Title: title, Author: author, Subject: subject, Keywords: keywords, Creator: creator, Producer: PRODUCER };
  const info = context.obj({ CreationDate: PDFString.of(pdfDate(createdAt)), ModDate: PDFString.of(pdfDate(modifiedAt)) });
  for (const [key, text] of Object.entries(texts)) if (text !== undefined) info.set(name(key), PDFHexString.fromText(text));
  context.trailerInfo.Info = context.register(info);
  const id = PDFHexString.of(createHash('md5').update(xmp).digest('hex').toUpperCase());
  context.trailerInfo.ID = context.obj([id, id]);
}
