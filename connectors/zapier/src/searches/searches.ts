import type { Bundle, Search, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { withFile } from '../files.ts';
import { type Generation, read } from '../hub.ts';
import { GENERATION_FIELDS, TEMPLATE_FIELDS } from '../output-fields.ts';
import { GENERATION, TEMPLATE } from '../samples.ts';

export const findTemplate: Search = {
  key: 'find_template',
  noun: 'Template',
  display: { label: 'Find Template', description: 'Finds a template by its name.' },
  operation: {
    inputFields: [{ key: 'name', label: 'Name', type: 'string', required: true, helpText: 'Or a part of it; the exact name comes first.' }],
    perform: async (z: ZObject, bundle: Bundle) => {
      const name = String(bundle.inputData['name']);
      const { data } = await read(z, bundle, '/v1/templates', { search: name, limit: 100 });
      // Zapier goes on with the first one.
      const farness = (one: string): number => (one === name ? 0 : one.toLowerCase() === name.toLowerCase() ? 1 : 2);
      return data.toSorted((a, b) => farness(a.name) - farness(b.name));
    },
    sample: TEMPLATE,
    outputFields: TEMPLATE_FIELDS,
  },
};

export const findGeneration: Search = {
  key: 'find_generation',
  noun: 'PDF',
  display: { label: 'Find PDF', description: 'Finds a PDF by its ID.' },
  operation: {
    inputFields: [
      { key: 'id', label: 'PDF ID', type: 'string', required: true, placeholder: 'gen_…', helpText: 'The ID of an earlier step.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const url = `${baseUrl(z, bundle)}/v1/generations/${encodeURIComponent(String(bundle.inputData['id']))}`;
      const response = await z.request<Generation>({ url, skipThrowForStatus: true });
      if (response.status === 404) return [];
      response.throwForStatus();
      return [withFile(z, response.data)];
    },
    sample: { ...GENERATION, file: 'hydrate|||file|||hydrate' },
    outputFields: GENERATION_FIELDS,
  },
};
