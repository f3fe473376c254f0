import type { Bundle, Create, PlainInputField, ZObject } from 'zapier-platform-core';
import { withFile, withLink } from '../files.ts';
import { asBoolean, booleans, given, isGiven, numbers, required } from '../given.ts';
import { type Body, idempotencyKey, send } from '../hub.ts';
import { CAPTURE_FIELDS, FILE_FIELDS, GENERATED_FIELDS, IMAGE_FIELDS, SPLIT_FIELDS } from '../output-fields.ts';
import { CAPTURE, FILE, IMAGE } from '../samples.ts';
import { htmlField, requestIdField, urlField } from './generate.ts';

const fileField = (key: string, label: string, more: Partial<PlainInputField> = {}): PlainInputField => ({
  key,
  label,
  type: 'file',
  required: true,
  helpText: 'A file of an earlier step, or its public address.',
  ...more,
});

/** Another step gives one text where a list is meant. */
const listOf = (value: unknown): string[] => [value].flat().filter(isGiven).map(String);

type PdfaLevel = Body<'/v1/pdf/pdfa'>['level'];
type FilePath = '/v1/pdf/forms/fill' | '/v1/pdf/pdfa' | '/v1/pdf/watermark';

/** A tool that makes one file of one file. */
const fileTool = <P extends FilePath>(
  words: { readonly key: string; readonly label: string; readonly description: string },
  path: P,
  fields: readonly PlainInputField[],
  bodyOf: (input: Readonly<Record<string, unknown>>) => Omit<Body<P>, 'pdf' | 'pdf_url'>,
): Create => ({
  key: words.key,
  noun: 'PDF',
  display: { label: words.label, description: words.description },
  operation: {
    inputFields: [fileField('pdf', 'PDF'), ...fields],
    perform: async (z: ZObject, bundle: Bundle) => {
      const body = { pdf_url: required(z, bundle.inputData, 'pdf', 'PDF'), ...bodyOf(bundle.inputData) } as Body<FilePath>;
      return withLink(z, await send<FilePath>(z, bundle, path, body));
    },
    sample: FILE,
    outputFields: FILE_FIELDS,
  },
});

export const fillForm = fileTool(
  { key: 'fill_form', label: 'Fill PDF Form', description: 'Fills the fields of a PDF form.' },
  '/v1/pdf/forms/fill',
  [
    {
      key: 'values',
      label: 'Values',
      dict: true,
      required: true,
      helpText: 'The names of the fields and what to write; true or false for checkboxes.',
    },
    { key: 'flatten', label: 'Flatten', type: 'boolean', default: 'false', helpText: 'Makes the fields part of the page.' },
  ],
  (input) => ({
    fields: Object.entries((input['values'] ?? {}) as Record<string, unknown>)
      .filter(([, value]) => isGiven(value))
      .map(([name, value]) => ({ name, value: /^(true|false)$/i.test(String(value)) ? asBoolean(value) : String(value) })),
    ...booleans(input, 'flatten'),
  }),
);

export const convertToPdfa = fileTool(
  {
    key: 'convert_to_pdfa',
    label: 'Convert to PDF/A',
    description: 'Converts a PDF to PDF/A for archiving, checked before it is called that.',
  },
  '/v1/pdf/pdfa',
  [
    {
      key: 'level',
      label: 'Level',
      choices: { '1b': 'PDF/A-1b', '2b': 'PDF/A-2b', '3b': 'PDF/A-3b' },
      default: '1b',
      helpText: 'The level of the standard.',
    },
    { key: 'title', label: 'Title', type: 'string', helpText: 'The title in the metadata of the file.' },
  ],
  (input) => given(input, 'level', 'title') as { level: PdfaLevel },
);

export const mergePdfs: Create = {
  key: 'merge_pdfs',
  noun: 'PDF',
  display: { label: 'Merge PDFs', description: 'Merges PDFs into one.' },
  operation: {
    inputFields: [fileField('pdfs', 'PDFs', { list: true, helpText: '2 to 50 files of earlier steps, in their order.' })],
    perform: async (z: ZObject, bundle: Bundle) => {
      const urls = listOf(bundle.inputData['pdfs']);
      const made = await send(z, bundle, '/v1/pdf/merge', { pdfs: urls.map((pdf_url) => ({ pdf_url })) });
      return withLink(z, made);
    },
    sample: { ...FILE, pages: 3 },
    outputFields: GENERATED_FIELDS,
  },
};

export const splitPdf: Create = {
  key: 'split_pdf',
  noun: 'PDF',
  display: { label: 'Split PDF', description: 'Splits a PDF into its pages, or into ranges of pages.' },
  operation: {
    inputFields: [
      fileField('pdf', 'PDF'),
      { key: 'ranges', label: 'Ranges', type: 'string', list: true, helpText: 'Such as 1-3 or 5; each page alone when left empty.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const ranges = listOf(bundle.inputData['ranges']).map((range) => range.split('-').map(Number));
      const source = { pdf_url: required(z, bundle.inputData, 'pdf', 'PDF') };
      const { parts, total } = await send(z, bundle, '/v1/pdf/split', ranges.length === 0 ? source : { ...source, ranges });
      const files = parts.map((part) => withLink(z, part));
      return { id: files[0]?.id ?? '', total, parts: files };
    },
    sample: { id: FILE.id, total: 1, parts: [{ ...FILE, index: 0 }] },
    outputFields: SPLIT_FIELDS,
  },
};

export const watermarkPdf = fileTool(
  { key: 'watermark_pdf', label: 'Watermark PDF', description: 'Draws a text across the pages of a PDF.' },
  '/v1/pdf/watermark',
  [
    { key: 'text', label: 'Text', type: 'string', required: true, helpText: 'What is drawn, such as DRAFT.' },
    { key: 'opacity', label: 'Opacity', type: 'number', default: '0.15', helpText: 'From 0 (invisible) to 1.' },
    { key: 'rotation', label: 'Rotation', type: 'number', default: '45', helpText: 'Degrees, counter-clockwise.' },
    { key: 'color', label: 'Color', type: 'string', default: '#000000', helpText: 'Such as #b4532a.' },
    {
      key: 'layer',
      label: 'Layer',
      choices: { over: 'Over the Page', under: 'Under the Page' },
      default: 'over',
      helpText: 'Where it is drawn.',
    },
  ],
  (input) => ({ ...given(input, 'text', 'color', 'layer'), ...numbers(input, 'opacity', 'rotation') }) as Body<'/v1/pdf/watermark'>,
);

export const pageToImage: Create = {
  key: 'page_to_image',
  noun: 'Image',
  display: { label: 'Convert PDF Page to Image', description: 'Converts a page of a PDF to a PNG image.' },
  operation: {
    inputFields: [
      fileField('pdf', 'PDF'),
      { key: 'page', label: 'Page', type: 'integer', default: '1', helpText: 'The first page is 1.' },
      { key: 'dpi', label: 'Resolution', type: 'integer', default: '96', helpText: 'Dots per inch, 18 to 300.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const { page = 1, ...resolution } = numbers(bundle.inputData, 'page', 'dpi');
      if (page < 1) throw new z.errors.Error('Page is 1 or more: the first page is 1.', 'InvalidData', 400);
      const body = { pdf_url: required(z, bundle.inputData, 'pdf', 'PDF'), page: page - 1, ...resolution };
      return withLink(z, await send(z, bundle, '/v1/pdf/preview', body as Body<'/v1/pdf/preview'>));
    },
    sample: IMAGE,
    outputFields: IMAGE_FIELDS,
  },
};

const IMAGE_OPTIONS: PlainInputField[] = [
  { key: 'width', label: 'Width', type: 'integer', default: '1280', helpText: 'Of the browser window in pixels, 1 to 4096.' },
  {
    key: 'height',
    label: 'Height',
    type: 'integer',
    helpText: 'Of the image in pixels, 1 to 16384. The whole page when left empty, however high it is.',
  },
  { key: 'scale', label: 'Scale', type: 'number', default: '1', helpText: '2 makes twice as many pixels, for sharp screens: 0.1 to 4.' },
  {
    key: 'type',
    label: 'Type',
    choices: { png: 'PNG', jpeg: 'JPEG' },
    default: 'png',
    helpText: 'PNG is exact, JPEG is smaller for photos.',
  },
  requestIdField,
];

/** An image of what a browser window shows; it is a document of the account, as a PDF is. */
const capture = (
  words: { readonly key: string; readonly label: string; readonly description: string },
  source: PlainInputField & { readonly key: 'html' | 'url'; readonly label: string },
): Create => ({
  key: words.key,
  noun: 'Image',
  display: { label: words.label, description: words.description },
  operation: {
    inputFields: [source, ...IMAGE_OPTIONS],
    perform: async (z: ZObject, bundle: Bundle) => {
      const image = { ...numbers(bundle.inputData, 'width', 'height', 'scale'), ...given(bundle.inputData, 'type') };
      const body = { [source.key]: required(z, bundle.inputData, source.key, source.label), image };
      const headers = idempotencyKey(z, bundle, words.key, body);
      const made = await send(z, bundle, '/v1/generate', body as Body<'/v1/generate'>, headers);
      const { id, file_size, width, height, warnings = [], ...link } = made;
      const url = 'url' in link ? link.url : '';
      return withFile(z, { id, url, file_size, width, height, warnings: warnings.map(({ code, message }) => ({ code, message })) });
    },
    sample: CAPTURE,
    outputFields: CAPTURE_FIELDS,
  },
});

export const htmlToImage = capture(
  {
    key: 'html_to_image',
    label: 'Convert HTML to Image',
    description: 'Converts HTML to an image of the whole page; it counts as one PDF.',
  },
  htmlField,
);

export const urlToImage = capture(
  {
    key: 'url_to_image',
    label: 'Convert Web Page to Image',
    description: 'Converts a page of the web to an image of the whole page; it counts as one PDF.',
  },
  urlField,
);
