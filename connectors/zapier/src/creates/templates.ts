import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { given } from '../given.ts';
import { type Body, send } from '../hub.ts';
import { WHOLE_TEMPLATE_FIELDS } from '../output-fields.ts';
import { TEMPLATE } from '../samples.ts';

const DETAILS = { html_content: '<h1>{{title}}</h1>', schema: { title: 'string' } };

export const createTemplate: Create = {
  key: 'create_template',
  noun: 'Template',
  display: { label: 'Create Template', description: 'Creates a template of HTML with Handlebars variables.' },
  operation: {
    inputFields: [
      { key: 'name', label: 'Name', type: 'string', required: true, helpText: 'What the template is called.' },
      { key: 'html_content', label: 'HTML', type: 'text', required: true, helpText: 'With variables such as {{customer.name}}.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const { name, html_content } = bundle.inputData as Body<'/v1/templates'>;
      return send(z, bundle, '/v1/templates', { name, html_content });
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
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const { name, ...wish } = bundle.inputData as Body<'/v1/ai/generate-template'> & { name: string };
      const { html } = await send(z, bundle, '/v1/ai/generate-template', {
        prompt: wish.prompt,
        ...given(wish, 'type', 'style'),
      } as Body<'/v1/ai/generate-template'>);
      return send(z, bundle, '/v1/templates', { name, html_content: html });
    },
    sample: { ...TEMPLATE, ...DETAILS },
    outputFields: WHOLE_TEMPLATE_FIELDS,
  },
};
