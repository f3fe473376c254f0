import {
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFStream,
  PDFTextField,
} from 'pdf-lib';
import type { ChildInput, ToolResult } from '../protocol.ts';
import { turnOf } from '../../document/objects.ts';
import { countSignatures, openPdf } from '../../document/open.ts';
import { fieldsOf, typeOf } from './fields.ts';

/** What a reader would want to know before working with a PDF; claims are reported, not checked. */
export async function info(input: ChildInput, { maxPages }: { readonly maxPages: number }): Promise<ToolResult> {
  const { document, reader } = await openPdf(input, { maxPages, writes: false });
  const date = (value: Date | undefined): string | null =>
    value === undefined || Number.isNaN(value.getTime()) ? null : value.toISOString();
  const sizes = document.getPages().map((page) => {
    const { width, height } = page.getSize();
    return { width, height, rotation: turnOf(page.getRotation().angle) };
  });
  return {
    files: [],
    facts: {
      pages: reader.pages,
      file_size: input.bytes.byteLength,
      version: /%PDF-(\d\.\d)/.exec(Buffer.from(input.bytes.subarray(0, 1024)).toString('latin1'))?.[1] ?? null,
      // The library forgets it once the password has opened the document.
      encrypted: /\/Encrypt\s+\d+\s+\d+\s+R/.test(Buffer.from(input.bytes).toString('latin1')),
      tagged: isTagged(document),
      signatures: countSignatures(document),
      claims: claimsOf(document),
      metadata: {
        title: document.getTitle() ?? null,
        author: document.getAuthor() ?? null,
        subject: document.getSubject() ?? null,
        keywords: document.getKeywords() ?? null,
        creator: document.getCreator() ?? null,
        producer: document.getProducer() ?? null,
        created_at: date(safely(() => document.getCreationDate())),
        modified_at: date(safely(() => document.getModificationDate())),
      },
      page_sizes: sizes,
      fields: fieldsOf(document).map((field) => describeField(document, field)),
    },
  };
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

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined; // a date that is none
  }
}

function isTagged(document: PDFDocument): boolean {
  const mark = document.catalog.lookup(PDFName.of('MarkInfo'));
  return mark instanceof PDFDict && mark.lookup(PDFName.of('Marked'))?.toString() === 'true';
}

function claimsOf(document: PDFDocument): string[] {
  const metadata = document.catalog.lookup(PDFName.of('Metadata'));
  if (!(metadata instanceof PDFStream)) return [];
  const text = Buffer.from(metadata.getContents()).toString('utf8');
  const value = (key: string): string | undefined => new RegExp(`${key}(?:=["']|>)\\s*(\\w+)`).exec(text)?.[1];
  const [part, conformance, ua] = [value('pdfaid:part'), value('pdfaid:conformance'), value('pdfuaid:part')];
  return [
    ...(part === undefined ? [] : [`PDF/A-${part}${(conformance ?? '').toLowerCase()}`]),
    ...(ua === undefined ? [] : [`PDF/UA-${ua}`]),
  ];
}
