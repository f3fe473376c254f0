import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { given, isGiven } from '../given.ts';
import { type Body, idempotencyKey, send } from '../hub.ts';
import { WHOLE_TEMPLATE_FIELDS } from '../output-fields.ts';
import { TEMPLATE } from '../samples.ts';
import { pageFields, requestIdField } from './generate.ts';

const DETAILS = { html_content: '<h1>{{title}}</h1>', schema: { title: 'string' }, options: { format: 'Letter' } };

/** Page options as a template is saved with them; none when nothing was filled in. */
function savedOptions(input: Readonly<Record<string, unknown>>): { options?: object } {
  const sides = Object.entries({ top: 'margin_top', right: 'margin_right', bottom: 'margin_bottom', left: 'margin_left' });
  const margin = Object.fromEntries(sides.filter(([, name]) => isGiven(input[name])).map(([side, name]) => [side, input[name]]));
  const names = pageFields.map(({ key }) => key).filter((key) => !key.startsWith('margin_'));
  const options = { ...given(input, ...names), ...(Object.keys(margin).length === 0 ? {} : { margin }) };
  return Object.keys(options).length === 0 ? {} : { options };
}

export const createTemplate: Create = {
  key: 'create_template',
  noun: 'Template',
  display: { label: 'Create Template', description: 'Creates a template of HTML with Handlebars variables.' },
  operation: {
    inputFields: [
      { key: 'name', label: 'Name', type: 'string', required: true, helpText: 'What the template is called.' },
      { key: 'html_content', label: 'HTML', type: 'text', required: true, helpText: 'With variables such as {{customer.name}}.' },
      ...pageFields,
      requestIdField,
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const body = { ...given(bundle.inputData, 'name', 'html_content'), ...savedOptions(bundle.inputData) } as Body<'/v1/templates'>;
      return send(z, bundle, '/v1/templates', body, idempotencyKey(z, bundle, 'create_template', body));
    },
    sample: { ...TEMPLATE, ...DETAILS },
    outputFields: WHOLE_TEMPLATE_FIELDS,
  },
};

export const writeTemplate: Create = {
  key: 'write_template',
  noun: 'Template',
  display: { label: 'Write Template With AI', description: 'Writes a template from a sentence and saves it.' },
  operation: {
    inputFields: [
      { key: 'prompt', label: 'Prompt', type: 'text', required: true, helpText: 'What the document is for and what it shows.' },
      { key: 'name', label: 'Name', type: 'string', required: true, helpText: 'What the template is called.' },
      {
        key: 'type',
        label: 'Type',
        choices: ['invoice', 'receipt', 'report', 'certificate', 'letter', 'resume', 'other'],
        default: 'other',
        helpText: 'The kind of document.',
      },
      {
        key: 'style',
        label: 'Style',
        choices: ['professional', 'modern', 'minimal', 'colorful'],
        default: 'professional',
        helpText: 'How it looks.',
      },
      requestIdField,
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const wish = given(bundle.inputData, 'prompt', 'type', 'style') as Body<'/v1/ai/generate-template'>;
      const keyOf = (body: object): Record<string, string> => idempotencyKey(z, bundle, 'write_template', body);
      const { html } = await send(z, bundle, '/v1/ai/generate-template', wish, keyOf(wish));
      const body = { ...given(bundle.inputData, 'name'), html_content: html } as Body<'/v1/templates'>;
      return send(z, bundle, '/v1/templates', body, keyOf(body));
    },
    sample: { ...TEMPLATE, ...DETAILS },
    outputFields: WHOLE_TEMPLATE_FIELDS,
  },
};
