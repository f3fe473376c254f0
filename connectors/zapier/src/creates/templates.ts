import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { type Body, send } from '../hub.ts';
import { TEMPLATE } from '../samples.ts';

const DETAILS = { html_content: '<h1>{{title}}</h1>', schema: { title: 'string' } };

export const createTemplate: Create = {
  key: 'create_template',
  noun: 'Template',
  display: { label: 'Create Template', description: 'Saves HTML with Handlebars variables as a template.' },
  operation: {
    inputFields: [
      { key: 'name', label: 'Name', type: 'string', required: true },
      { key: 'html_content', label: 'HTML', type: 'text', required: true, helpText: 'With variables such as {{customer.name}}.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const { name, html_content } = bundle.inputData as Body<'/v1/templates'>;
      return send(z, bundle, '/v1/templates', { name, html_content });
    },
    sample: { ...TEMPLATE, ...DETAILS },
  },
};

export const writeTemplate: Create = {
  key: 'write_template',
  noun: 'Template',
  display: { label: 'Write Template With AI', description: 'Writes a template from a sentence and saves it.' },
  operation: {
    inputFields: [
      { key: 'prompt', label: 'Prompt', type: 'text', required: true },
      { key: 'name', label: 'Name', type: 'string', required: true },
      {
        key: 'type',
        label: 'Type',
        choices: ['invoice', 'receipt', 'report', 'certificate', 'letter', 'resume', 'other'],
        default: 'other',
      },
      { key: 'style', label: 'Style', choices: ['professional', 'modern', 'minimal', 'colorful'], default: 'professional' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const { name, ...wish } = bundle.inputData as Body<'/v1/ai/generate-template'> & { name: string };
      const { prompt, type, style } = wish;
      const { html } = await send(z, bundle, '/v1/ai/generate-template', { prompt, type, style });
      return send(z, bundle, '/v1/templates', { name, html_content: html });
    },
    sample: { ...TEMPLATE, ...DETAILS },
  },
};
