import type { Bundle, Search, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { withFile } from '../files.ts';
import { required } from '../given.ts';
import { type Generation, read, type Reply, unlessMissing } from '../hub.ts';
import { GENERATION_FIELDS, TEMPLATE_FIELDS } from '../output-fields.ts';
import { GENERATION, TEMPLATE } from '../samples.ts';

type Templates = Reply<'/v1/templates'>;

const PAGE = 100;

export const findTemplate: Search = {
  key: 'find_template',
  noun: 'Template',
  display: { label: 'Find Template', description: 'Finds a template by its name.' },
  operation: {
    inputFields: [{ key: 'name', label: 'Name', type: 'string', required: true, helpText: 'Or a part of it; the exact name comes first.' }],
    perform: async (z: ZObject, bundle: Bundle) => {
      const name = required(z, bundle.inputData, 'name', 'Name');
      const farness = (one: string): number => (one === name ? 0 : one.toLowerCase() === name.toLowerCase() ? 1 : 2);
      const found: Templates['data'] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: Templates = await read(z, bundle, '/v1/templates', {
          search: name,
          limit: PAGE,
          ...(cursor === undefined ? {} : { cursor }),
        });
        found.push(...page.data);
        cursor = page.data.some((one) => one.name === name) ? null : page.next_cursor;
      }
      // Zapier goes on with the first one.
      return found.toSorted((a, b) => farness(a.name) - farness(b.name)).slice(0, PAGE);
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
      const id = encodeURIComponent(required(z, bundle.inputData, 'id', 'PDF ID'));
      const found = await unlessMissing<Generation>(z, bundle, { url: `${baseUrl(z, bundle)}/v1/generations/${id}` });
      return found === undefined ? [] : [withFile(z, found)];
    },
    sample: { ...GENERATION, file: 'hydrate|||file|||hydrate' },
    outputFields: GENERATION_FIELDS,
  },
};
