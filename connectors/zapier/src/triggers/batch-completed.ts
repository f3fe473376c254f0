import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { withFile } from '../files.ts';
import { hydrators } from '../hydrators.ts';
import { read, type Reply } from '../hub.ts';
import { BATCH_FIELDS } from '../output-fields.ts';
import { BATCH } from '../samples.ts';
import { delivered, hookFor, templateField } from './hooks.ts';

export type Batch = Reply<'/v1/batches/{id}'>;

interface BatchWithFiles extends Omit<Batch, 'generations'> {
  readonly id: string;
  readonly result_file: string | null;
  readonly generations: readonly (Batch['generations'][number] & { readonly file: string | null })[];
}

/** A batch with its documents, and with the ZIP archive or the merged PDF of them, which Zapier fetches when a later step needs them. */
export const withResult = (z: ZObject, batch: Batch): BatchWithFiles => {
  const { batch_id: id, result_url: url, generations } = batch;
  return {
    ...batch,
    id,
    result_file: typeof url === 'string' ? z.dehydrateFile(hydrators.downloadLink, { url }) : null,
    generations: generations.map((generation) => withFile(z, generation)),
  };
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
