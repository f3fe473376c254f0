import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { read } from '../hub.ts';
import { TEMPLATE_FIELDS } from '../output-fields.ts';
import { TEMPLATE } from '../samples.ts';

const PAGE = 50;

export const newTemplate: Trigger = {
  key: 'new_template',
  noun: 'Template',
  display: { label: 'New Template', description: 'Triggers when a template is created.' },
  operation: {
    type: 'polling',
    perform: async (z: ZObject, bundle: Bundle) => read(z, bundle, '/v1/integrations/triggers/new-template', { limit: 100 }),
    sample: TEMPLATE,
    outputFields: TEMPLATE_FIELDS,
  },
};

/** What the template dropdown shows, a page at a time. */
export const templateList: Trigger = {
  key: 'template_list',
  noun: 'Template',
  display: { label: 'List of Templates', description: 'Fills the template dropdown.', hidden: true },
  operation: {
    type: 'polling',
    canPaginate: true,
    perform: async (z: ZObject, bundle: Bundle) => {
      const params = { limit: PAGE, offset: PAGE * (bundle.meta?.page ?? 0) };
      return (await read(z, bundle, '/v1/templates', params)).data;
    },
    sample: TEMPLATE,
    outputFields: TEMPLATE_FIELDS,
  },
};
