import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { hydrators } from '../hydrators.ts';
import { read, type Reply } from '../hub.ts';
import { BATCH_FIELDS } from '../output-fields.ts';
import { BATCH } from '../samples.ts';
import { delivered, hookFor, templateField } from './hooks.ts';

export type Batch = Reply<'/v1/batches/{id}'>;

/** A batch with the ZIP archive or the merged PDF of its documents, which Zapier fetches when a later step needs it. */
export const withResult = (z: ZObject, batch: Batch): Batch & { id: string; result_file: string | null } => {
  const { batch_id: id, result_url: url } = batch;
  return { ...batch, id, result_file: typeof url === 'string' ? z.dehydrateFile(hydrators.downloadLink, { url }) : null };
};

export const batchCompleted: Trigger = {
  key: 'batch_completed',
  noun: 'Batch',
  display: { label: 'Batch Completed', description: 'Triggers when the last document of a batch has ended.' },
  operation: {
    type: 'hook',
    inputFields: [templateField('Only batches with documents of this template; all when left empty.')],
    ...hookFor('batch.completed'),
    perform: async (z: ZObject, bundle: Bundle) => [withResult(z, delivered<Batch>(bundle))],
    performList: async (z: ZObject, bundle: Bundle) => {
      const { data } = await read(z, bundle, '/v1/batches', { limit: 3 });
      const ended = data.filter(({ finished_at: at }) => at !== null);
      const whole = ended.map(
        async ({ batch_id: id }) => (await z.request<Batch>(`${baseUrl(z, bundle)}/v1/batches/${encodeURIComponent(id)}`)).data,
      );
      return (await Promise.all(whole)).map((batch) => withResult(z, batch));
    },
    sample: BATCH,
    outputFields: BATCH_FIELDS,
  },
};
