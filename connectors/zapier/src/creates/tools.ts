import type { Bundle, Create, PlainInputField, ZObject } from 'zapier-platform-core';
import { withLink } from '../files.ts';
import { type Body, send } from '../hub.ts';
import { FILE } from '../samples.ts';

const fileField = (key: string, label: string, more: Partial<PlainInputField> = {}): PlainInputField => ({
  key,
  label,
  type: 'file',
  required: true,
  helpText: 'A file of an earlier step, or its public address.',
  ...more,
});

type PdfaLevel = Body<'/v1/pdf/pdfa'>['level'];
type FilePath = '/v1/pdf/forms/fill' | '/v1/pdf/pdfa';

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
      const body = { pdf_url: bundle.inputData['pdf'], ...bodyOf(bundle.inputData) } as Body<FilePath>;
      const made: { url?: string; file_size: number } = await send<FilePath>(z, bundle, path, body);
      return withLink(z, made);
    },
    sample: FILE,
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
  ({ values, flatten }) => ({
    fields: Object.entries(values as Record<string, string>).map(([name, value]) => ({
      name,
      value: /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value,
    })),
    flatten: flatten === true || flatten === 'true',
  }),
);

export const convertToPdfa = fileTool(
  {
    key: 'convert_to_pdfa',
    label: 'Convert to PDF/A',
    description: 'Makes a PDF for archiving (PDF/A), checked before it is called that.',
  },
  '/v1/pdf/pdfa',
  [
    { key: 'level', label: 'Level', choices: { '1b': 'PDF/A-1b', '2b': 'PDF/A-2b', '3b': 'PDF/A-3b' }, default: '1b' },
    { key: 'title', label: 'Title', type: 'string' },
  ],
  ({ level, title }) => ({ level: level as PdfaLevel, title: title as string | undefined }),
);

export const mergePdfs: Create = {
  key: 'merge_pdfs',
  noun: 'PDF',
  display: { label: 'Merge PDFs', description: 'Makes one PDF of several.' },
  operation: {
    inputFields: [fileField('pdfs', 'PDFs', { list: true, helpText: '2 to 50 files of earlier steps, in their order.' })],
    perform: async (z: ZObject, bundle: Bundle) => {
      const urls = bundle.inputData['pdfs'] as readonly string[];
      const made = await send(z, bundle, '/v1/pdf/merge', { pdfs: urls.map((pdf_url) => ({ pdf_url })) });
      return withLink(z, made);
    },
    sample: { ...FILE, pages: 3 },
  },
};

export const splitPdf: Create = {
  key: 'split_pdf',
  noun: 'PDF',
  display: { label: 'Split PDF', description: 'Makes a PDF of each page, or of each range of pages.' },
  operation: {
    inputFields: [
      fileField('pdf', 'PDF'),
      { key: 'ranges', label: 'Ranges', type: 'string', list: true, helpText: 'Such as 1-3 or 5; each page alone when left empty.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const ranges = (bundle.inputData['ranges'] as readonly string[] | undefined)?.map((range) => range.split('-').map(Number));
      const source = { pdf_url: String(bundle.inputData['pdf']) };
      const { parts, total } = await send(
        z,
        bundle,
        '/v1/pdf/split',
        ranges === undefined || ranges.length === 0 ? source : { ...source, ranges },
      );
      const files = parts.map((part) => withLink(z, part));
      return { id: files[0]?.id ?? '', total, parts: files };
    },
    sample: { id: FILE.id, total: 1, parts: [FILE] },
  },
};
