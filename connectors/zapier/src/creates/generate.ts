import type { Bundle, Create, HttpResponse, PlainInputField, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { withFile } from '../files.ts';
import { type Generation, readGeneration, type Reply } from '../hub.ts';
import { GENERATED } from '../samples.ts';
import { dataFrom, fieldsOf, templateSchema } from '../variables.ts';

/** Zapier gives a step 30 seconds. */
const WAIT_S = 15;
/** Other processes of the hub hear of a new hook within a second. */
const HOOK_KNOWN_MS = 1500;

type Made = Reply<'/v1/integrations/actions/generate', 'post'>;

const optionFields: PlainInputField[] = [
  { key: 'format', label: 'Paper', choices: ['A4', 'Letter', 'Legal'], default: 'A4' },
  { key: 'orientation', label: 'Orientation', choices: { portrait: 'Portrait', landscape: 'Landscape' }, default: 'portrait' },
  { key: 'filename', label: 'File Name', type: 'string', placeholder: 'invoice.pdf' },
  {
    key: 'request_id',
    label: 'Request ID',
    type: 'string',
    helpText:
      'Something that is different in each run, such as the ID of what triggered it. A replay of the same run then gets the same PDF and is counted once.',
  },
];

async function generate(z: ZObject, bundle: Bundle, source: object): Promise<object> {
  const { format, orientation, filename, request_id: requestId } = bundle.inputData;
  const options = Object.fromEntries(
    Object.entries({ format, orientation, filename }).filter(([, value]) => value !== undefined && value !== ''),
  );
  const response: HttpResponse<Made> = await z.request({
    method: 'POST',
    url: `${baseUrl(z, bundle)}/v1/integrations/actions/generate`,
    headers: requestId === undefined || requestId === '' ? {} : { 'Idempotency-Key': z.hash('sha256', String(requestId)) },
    body: { ...source, ...options, wait: WAIT_S },
  });
  if (response.status !== 202) return result(z, response.data);
  return later(z, bundle, response.data.id);
}

/** Lets Zapier wait for as long as it takes: the hub calls back when the document has ended, and so do we if it has already. */
async function later(z: ZObject, bundle: Bundle, id: string): Promise<object> {
  const base = baseUrl(z, bundle);
  const target = z.generateCallbackUrl();
  const hooks: string[] = [];
  for (const event of ['generation.completed', 'generation.failed']) {
    const body = { target_url: target, event, generation_id: id };
    hooks.push((await z.request<{ id: string }>({ method: 'POST', url: `${base}/v1/integrations/hooks`, body })).data.id);
  }
  await new Promise((resolve) => setTimeout(resolve, HOOK_KNOWN_MS));
  const data = await readGeneration(z, bundle, id);
  if (data.status === 'completed' || data.status === 'failed') await z.request({ method: 'POST', url: target, body: { data } });
  return { id, hooks };
}

/** The step goes on here; its hooks have done their work. */
async function resume(z: ZObject, bundle: Bundle): Promise<object> {
  const { hooks = [] } = bundle.outputData as { hooks?: readonly string[] };
  for (const hook of hooks) {
    const url = `${baseUrl(z, bundle)}/v1/integrations/hooks/${encodeURIComponent(hook)}`;
    const response = await z.request({ method: 'DELETE', url, skipThrowForStatus: true });
    if (response.status >= 400 && response.status !== 404) response.throwForStatus();
  }
  const { data } = bundle.cleanedRequest as { data: Generation };
  if (data.status === 'failed') throw new z.errors.Error(data.error ?? 'The PDF could not be made.', 'RENDER_FAILED', 422);
  return result(z, data);
}

interface Ready {
  readonly id: string;
  readonly url?: string | null;
  readonly pages?: number | null;
  readonly file_size?: number | null;
}

const result = (z: ZObject, { id, url = null, pages = null, file_size = null }: Ready): object =>
  withFile(z, { id, url, pages, file_size });

export const generateFromTemplate: Create = {
  key: 'generate_from_template',
  noun: 'PDF',
  display: { label: 'Generate PDF From Template', description: 'Makes a PDF from one of your templates and its variables.' },
  operation: {
    inputFields: [
      {
        key: 'template_id',
        label: 'Template',
        type: 'string',
        required: true,
        dynamic: 'template_list.id.name',
        search: 'find_template.id',
        altersDynamicFields: true,
      },
      async (z: ZObject, bundle: Bundle) => {
        const id = bundle.inputData['template_id'];
        return typeof id === 'string' && id !== '' ? fieldsOf(await templateSchema(z, bundle, id)) : [];
      },
      ...optionFields,
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const id = String(bundle.inputData['template_id']);
      const data = dataFrom(z, await templateSchema(z, bundle, id), bundle.inputData);
      return generate(z, bundle, { template_id: id, data });
    },
    performResume: resume,
    sample: GENERATED,
  },
};

export const generateFromHtml: Create = {
  key: 'generate_from_html',
  noun: 'PDF',
  display: { label: 'Generate PDF From HTML', description: 'Makes a PDF from HTML of your own.' },
  operation: {
    inputFields: [{ key: 'html', label: 'HTML', type: 'text', required: true }, ...optionFields],
    perform: async (z: ZObject, bundle: Bundle) => generate(z, bundle, { html: bundle.inputData['html'] }),
    performResume: resume,
    sample: GENERATED,
  },
};
