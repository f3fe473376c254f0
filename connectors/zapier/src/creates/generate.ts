import type { Bundle, Create, HttpResponse, PlainInputField, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { withFile } from '../files.ts';
import { booleans, given, numbers, required } from '../given.ts';
import { type Generation, idempotencyKey, readGeneration, removeHook, type Reply } from '../hub.ts';
import { GENERATED_FIELDS } from '../output-fields.ts';
import { GENERATED } from '../samples.ts';
import { dataFrom, fieldsOf, templateVariables, zoneOf } from '../variables.ts';

/** Zapier gives a step 30 seconds. */
const WAIT_S = 15;
/** Other processes of the hub hear of a new hook within a second. */
const HOOK_KNOWN_MS = 1500;

type Made = Reply<'/v1/integrations/actions/generate', 'post'>;

export const templateField: PlainInputField = {
  key: 'template_id',
  label: 'Template',
  type: 'string',
  required: true,
  dynamic: 'template_list.id.name',
  search: 'find_template.id',
  altersDynamicFields: true,
  helpText: 'Its variables follow as fields.',
};

export const htmlField = {
  key: 'html',
  label: 'HTML',
  type: 'text',
  required: true,
  helpText: 'A whole page or a part of one.',
} as const;
export const urlField = {
  key: 'url',
  label: 'URL',
  type: 'string',
  required: true,
  placeholder: 'https://example.com',
  helpText: 'The address of the page.',
} as const;

export const requestIdField: PlainInputField = {
  key: 'request_id',
  label: 'Request ID',
  type: 'string',
  helpText:
    'Something that is different in each run, such as the ID of what triggered it. A replay of the same run then gets the same result, which is counted once.',
};

const length = (side: string): PlainInputField => ({
  key: `margin_${side.toLowerCase()}`,
  label: `${side} Margin`,
  type: 'string',
  helpText: 'Such as 20mm, 1in or 36pt.',
});

/** How pages look; what is left empty is as the template was saved. */
export const pageFields: PlainInputField[] = [
  {
    key: 'format',
    label: 'Paper',
    choices: ['A4', 'Letter', 'Legal'],
    helpText: 'The size of the pages. When left empty, as the template was saved, or A4.',
  },
  {
    key: 'orientation',
    label: 'Orientation',
    choices: { portrait: 'Portrait', landscape: 'Landscape' },
    helpText: 'Portrait is upright, landscape is across. When left empty, as the template was saved, or portrait.',
  },
  ...['Top', 'Right', 'Bottom', 'Left'].map(length),
  { key: 'header', label: 'Header', type: 'text', helpText: 'HTML that is repeated on each page, within the top margin.' },
  { key: 'footer', label: 'Footer', type: 'text', helpText: 'HTML that is repeated on each page, within the bottom margin.' },
  { key: 'locale', label: 'Locale', type: 'string', placeholder: 'de-CH', helpText: 'How numbers and dates are written.' },
  { key: 'timezone', label: 'Time Zone', type: 'string', placeholder: 'Europe/Zurich', helpText: 'In which times are written.' },
  { key: 'currency', label: 'Currency', type: 'string', placeholder: 'EUR', helpText: 'In which amounts are written.' },
];

const optionFields: PlainInputField[] = [
  { key: 'filename', label: 'File Name', type: 'string', placeholder: 'invoice.pdf', helpText: 'What the PDF is saved as.' },
  ...pageFields,
  {
    key: 'test',
    label: 'Test Document',
    type: 'boolean',
    default: 'false',
    helpText: 'Makes a PDF with a visible TEST watermark, which does not count.',
  },
  {
    key: 'strict',
    label: 'Fail on Warnings',
    type: 'boolean',
    default: 'false',
    helpText:
      'Fails the step in place of a PDF that prints otherwise than was probably meant, such as one with a variable without a value.',
  },
  { key: 'metadata', label: 'Metadata', dict: true, helpText: 'Your own values, given back with the PDF and searchable: up to 50.' },
  requestIdField,
];
const TEXT_OPTIONS = ['filename', ...pageFields.map(({ key }) => key)];

async function generate(z: ZObject, bundle: Bundle, step: string, source: object): Promise<object> {
  const { inputData: input } = bundle;
  const zone = zoneOf(bundle);
  const body = {
    ...source,
    ...(zone === undefined ? {} : { timezone: zone, data_timezone: zone }),
    ...given(input, ...TEXT_OPTIONS),
    ...booleans(input, 'test', 'strict'),
    ...given(input, 'metadata'),
    wait: WAIT_S,
  };
  const response: HttpResponse<Made> = await z.request({
    method: 'POST',
    url: `${baseUrl(z, bundle)}/v1/integrations/actions/generate`,
    headers: idempotencyKey(z, bundle, step, body),
    body,
  });
  if (response.status !== 202) return result(z, response.data);
  return later(z, bundle, response.data.id);
}

/** Lets Zapier wait for as long as it takes: the hub calls back when the document has ended, and so do we if it has already. */
async function later(z: ZObject, bundle: Bundle, id: string): Promise<object> {
  const base = baseUrl(z, bundle);
  const target = z.generateCallbackUrl();
  const hooks: string[] = [];
  try {
    for (const event of ['generation.completed', 'generation.failed']) {
      const body = { target_url: target, event, generation_id: id };
      hooks.push((await z.request<{ id: string }>({ method: 'POST', url: `${base}/v1/integrations/hooks`, body })).data.id);
    }
    await new Promise((resolve) => setTimeout(resolve, HOOK_KNOWN_MS));
    const data = await readGeneration(z, bundle, id);
    if (data.status === 'completed' || data.status === 'failed') await z.request({ method: 'POST', url: target, body: { data } });
  } catch (error) {
    // The step ends here: nobody waits for these any more.
    await removeHooks(z, bundle, hooks);
    throw error;
  }
  return { id, hooks };
}

/** A callback that stays is called at most once more; the step does not fail for it. */
async function removeHooks(z: ZObject, bundle: Bundle, hooks: readonly string[]): Promise<void> {
  for (const hook of hooks) {
    await removeHook(z, bundle, hook).catch((error: unknown) => z.console.log(`The callback ${hook} is not removed: ${String(error)}`));
  }
}

/** The step goes on here; its hooks have done their work. */
async function resume(z: ZObject, bundle: Bundle): Promise<object> {
  const { hooks = [] } = bundle.outputData as { hooks?: readonly string[] };
  await removeHooks(z, bundle, hooks);
  const { data } = bundle.cleanedRequest as { data: Generation };
  if (data.status === 'failed') throw new z.errors.Error(data.error ?? 'The PDF could not be made.', 'RENDER_FAILED', 422);
  return result(z, data);
}

interface Warning {
  readonly code: string;
  readonly message: string;
}

interface Ready {
  readonly id: string;
  readonly url?: string | null;
  readonly pages?: number | null;
  readonly file_size?: number | null;
  readonly warnings?: readonly Warning[];
}

const result = (z: ZObject, { id, url = null, pages = null, file_size = null, warnings = [] }: Ready): object =>
  withFile(z, { id, url, pages, file_size, warnings: warnings.map(({ code, message }) => ({ code, message })) });

export const variableFields = async (z: ZObject, bundle: Bundle): Promise<PlainInputField[]> => {
  const id = bundle.inputData['template_id'] as unknown;
  return typeof id === 'string' && id !== '' ? fieldsOf(await templateVariables(z, bundle, id)) : [];
};

export const generateFromTemplate: Create = {
  key: 'generate_from_template',
  noun: 'PDF',
  display: { label: 'Generate PDF From Template', description: 'Generates a PDF from one of your templates and its variables.' },
  operation: {
    inputFields: [
      templateField,
      variableFields,
      { key: 'template_version', label: 'Template Version', type: 'integer', helpText: 'The current one when left empty.' },
      ...optionFields,
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const id = required(z, bundle.inputData, 'template_id', 'Template');
      const data = dataFrom(z, await templateVariables(z, bundle, id), bundle.inputData);
      return generate(z, bundle, 'generate_from_template', { template_id: id, data, ...numbers(bundle.inputData, 'template_version') });
    },
    performResume: resume,
    sample: GENERATED,
    outputFields: GENERATED_FIELDS,
  },
};

/** A PDF of what one field holds. */
const fromField = (
  words: { readonly key: string; readonly label: string; readonly description: string },
  field: PlainInputField & { readonly key: 'html' | 'url'; readonly label: string },
): Create => ({
  key: words.key,
  noun: 'PDF',
  display: { label: words.label, description: words.description },
  operation: {
    inputFields: [field, ...optionFields],
    perform: async (z: ZObject, bundle: Bundle) =>
      generate(z, bundle, words.key, { [field.key]: required(z, bundle.inputData, field.key, field.label) }),
    performResume: resume,
    sample: GENERATED,
    outputFields: GENERATED_FIELDS,
  },
});

export const generateFromHtml = fromField(
  { key: 'generate_from_html', label: 'Generate PDF From HTML', description: 'Generates a PDF from HTML of your own.' },
  htmlField,
);

export const generateFromUrl = fromField(
  { key: 'generate_from_url', label: 'Generate PDF From Web Page', description: 'Generates a PDF from a page of the web.' },
  urlField,
);
