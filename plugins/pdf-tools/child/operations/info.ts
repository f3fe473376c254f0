import { PDFDict, type PDFDocument, PDFDropdown, type PDFField, PDFName, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import type { ChildInput, ToolResult } from '../protocol.ts';
import { createdAt, modifiedAt } from '../../document/dates.ts';
import { lookupName, turnOf } from '../../document/objects.ts';
import { countSignatures, openPdf } from '../../document/open.ts';
import { userUnitOf, visibleBox } from '../../document/page-box.ts';
import { PDFA_ID, PDFUA_ID, readXmp, type XmpProperty, xmpPacketOf, xmpProperties } from '../../document/xmp.ts';
import { fieldsOf, typeOf } from './fields.ts';

/** What a reader would want to know before working with a PDF; claims are reported, not checked. */
export async function info(input: ChildInput, { maxPages }: { readonly maxPages: number }): Promise<ToolResult> {
  const { document, reader } = await openPdf(input, { maxPages, writes: false });
  const properties = xmpProperties(xmpPacketOf(document)) ?? [];
  const xmp = readXmp(properties);
  const sizes = document.getPages().map((page) => {
    const { width, height } = visibleBox(page);
    const unit = userUnitOf(page);
    return { width: width * unit, height: height * unit, rotation: turnOf(page.getRotation().angle) };
  });
  return {
    files: [],
    facts: {
      pages: reader.pages,
      file_size: input.bytes.byteLength,
      version: versionOf(document, input.bytes),
      // The library forgets it once the password has opened the document.
      encrypted: reader.isEncrypted,
      tagged: isTagged(document),
      signatures: countSignatures(document),
      claims: claimsOf(properties),
      metadata: {
        title: document.getTitle() ?? xmp.title ?? null,
        author: document.getAuthor() ?? xmp.author ?? null,
        subject: document.getSubject() ?? xmp.subject ?? null,
        keywords: document.getKeywords() ?? xmp.keywords ?? null,
        creator: document.getCreator() ?? xmp.creator ?? null,
        producer: document.getProducer() ?? xmp.producer ?? null,
        created_at: createdAt(document, xmp)?.toISOString() ?? null,
        modified_at: modifiedAt(document, xmp)?.toISOString() ?? null,
      },
      page_sizes: sizes,
      fields: fieldsOf(document).map((field) => describeField(document, field)),
    },
  };
}

/** The header's, or the catalog's where that is later (ISO 32000-1, 7.2.2). */
function versionOf(document: PDFDocument, bytes: Uint8Array): string | null {
  const header = /%PDF-(\d\.\d)/.exec(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))?.[1];
  const later = lookupName(document.catalog, 'Version');
  return later !== undefined && /^\d\.\d$/.test(later) && later > (header ?? '') ? later : (header ?? null);
}

/** What a field is and where it is first shown: points from the lower left of its page. */
function describeField(document: PDFDocument, field: PDFField): Record<string, unknown> {
  const [widget] = field.acroField.getWidgets();
  const page = widget === undefined ? undefined : pageOf(document, widget.dict);
  return {
    name: field.getName(),
    type: typeOf(field),
    page: page ?? null,
    box: widget?.getRectangle() ?? null,
    ...(hasOptions(field) ? { options: field.getOptions() } : {}),
    required: field.isRequired(),
    read_only: field.isReadOnly(),
    ...(field instanceof PDFTextField
      ? { multiline: field.isMultiline(), password: field.isPassword(), max_length: field.getMaxLength() ?? null }
      : {}),
  };
}

const hasOptions = (field: PDFField): field is PDFDropdown | PDFOptionList | PDFRadioGroup =>
  field instanceof PDFDropdown || field instanceof PDFOptionList || field instanceof PDFRadioGroup;

function pageOf(document: PDFDocument, widget: PDFDict): number | undefined {
  const index = document.getPages().findIndex(({ node }) => {
    const annotations = node.Annots();
    return annotations?.asArray().some((entry) => document.context.lookup(entry) === widget) ?? false;
  });
  return index === -1 ? undefined : index;
}

function isTagged(document: PDFDocument): boolean {
  const mark = document.catalog.lookup(PDFName.of('MarkInfo'));
  return mark instanceof PDFDict && mark.lookup(PDFName.of('Marked'))?.toString() === 'true';
}

function claimsOf(properties: readonly XmpProperty[]): string[] {
  const value = (namespace: string, key: string): string | undefined =>
    properties.find((property) => property.namespace === namespace && property.name === key)?.values[0]?.text.trim();
  const [part, conformance, ua] = [value(PDFA_ID, 'part'), value(PDFA_ID, 'conformance'), value(PDFUA_ID, 'part')];
  return [
    ...(part === undefined ? [] : [`PDF/A-${part}${(conformance ?? '').toLowerCase()}`]),
    ...(ua === undefined ? [] : [`PDF/UA-${ua}`]),
  ];
}
