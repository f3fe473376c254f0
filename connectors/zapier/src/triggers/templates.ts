import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { isGiven } from '../given.ts';
import { read } from '../hub.ts';
import { TEMPLATE_FIELDS } from '../output-fields.ts';
import { TEMPLATE } from '../samples.ts';
import { delivered, hookFor, templateField } from './hooks.ts';

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

/** The trigger for one way a template can change; the samples of it are templates as they are. */
const changeTrigger = (change: 'updated' | 'deleted', label: string): Trigger => ({
  key: `template_${change}`,
  noun: 'Template',
  display: { label, description: `Triggers when a template is ${change}.` },
  operation: {
    type: 'hook',
    inputFields: [templateField('Only this template; all when left empty.')],
    ...hookFor(`template.${change}`),
    perform: (_z: ZObject, bundle: Bundle) => [delivered<Record<string, unknown>>(bundle)],
    performList: async (z: ZObject, bundle: Bundle) => {
      const { data } = await read(z, bundle, '/v1/templates', { limit: PAGE });
      const wanted = bundle.inputData['template_id'];
      return isGiven(wanted) ? data.filter(({ id }) => id === wanted) : data;
    },
    sample: TEMPLATE,
    outputFields: TEMPLATE_FIELDS,
  },
});

export const templateUpdated = changeTrigger('updated', 'Template Updated');
export const templateDeleted = changeTrigger('deleted', 'Template Deleted');

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
