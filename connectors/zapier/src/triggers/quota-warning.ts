import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { read, type Reply } from '../hub.ts';
import { QUOTA_FIELDS } from '../output-fields.ts';
import { QUOTA } from '../samples.ts';
import { delivered, hookFor } from './hooks.ts';

interface Warning {
  readonly percent: number;
  readonly month: string;
}
type Delivery = Reply<'/v1/webhooks/deliveries/{id}'>;

/** A level of a month is told once. */
const withId = <T extends Warning>(warning: T): T & { id: string } => ({ ...warning, id: `${warning.month}-${String(warning.percent)}` });

export const quotaWarning: Trigger = {
  key: 'quota_warning',
  noun: 'Quota',
  display: { label: 'Quota Warning', description: 'Triggers when most of the PDFs of the month are used.' },
  operation: {
    type: 'hook',
    ...hookFor('quota.warning'),
    perform: async (_z: ZObject, bundle: Bundle) => [withId(delivered<Warning>(bundle))],
    performList: async (z: ZObject, bundle: Bundle) => {
      const { data } = await read(z, bundle, '/v1/webhooks/deliveries', { limit: 100 });
      const warnings = data.filter(({ type }) => type === 'quota.warning').slice(0, 3);
      const whole = warnings.map(async ({ id }) => {
        const delivery = await z.request<Delivery>(`${baseUrl(z, bundle)}/v1/webhooks/deliveries/${encodeURIComponent(id)}`);
        return withId((JSON.parse(delivery.data.body) as { data: Warning }).data);
      });
      return Promise.all(whole);
    },
    sample: QUOTA,
    outputFields: QUOTA_FIELDS,
  },
};
