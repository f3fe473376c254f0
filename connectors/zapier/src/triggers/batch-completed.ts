import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { read, type Reply } from '../hub.ts';
import { BATCH_FIELDS } from '../output-fields.ts';
import { BATCH } from '../samples.ts';
import { delivered, hookFor } from './hooks.ts';

export type Batch = Reply<'/v1/batches/{id}'>;

export const withId = <T extends Batch>(batch: T): T & { id: string } => ({ ...batch, id: batch.batch_id });

export const batchCompleted: Trigger = {
  key: 'batch_completed',
  noun: 'Batch',
  display: { label: 'Batch Completed', description: 'Triggers when the last document of a batch has ended.' },
  operation: {
    type: 'hook',
    ...hookFor('batch.completed'),
    perform: async (_z: ZObject, bundle: Bundle) => [withId(delivered<Batch>(bundle))],
    performList: async (z: ZObject, bundle: Bundle) => {
      const { data } = await read(z, bundle, '/v1/batches', { limit: 3 });
      const ended = data.filter(({ finished_at: at }) => at !== null);
      const whole = ended.map(
        async ({ batch_id: id }) => (await z.request<Batch>(`${baseUrl(z, bundle)}/v1/batches/${encodeURIComponent(id)}`)).data,
      );
      return (await Promise.all(whole)).map(withId);
    },
    sample: BATCH,
    outputFields: BATCH_FIELDS,
  },
};
