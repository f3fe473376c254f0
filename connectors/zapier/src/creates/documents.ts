import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { asBoolean, given, required } from '../given.ts';
import { idempotencyKey, type Reply } from '../hub.ts';
import { BATCH_FIELDS, DELETED_FIELDS } from '../output-fields.ts';
import { BATCH, GENERATION } from '../samples.ts';
import { type Batch, withResult } from '../triggers/batch-completed.ts';
import { requestIdField } from './generate.ts';

export const deletePdf: Create = {
  key: 'delete_pdf',
  noun: 'PDF',
  display: { label: 'Delete PDF', description: 'Deletes a PDF and its file.' },
  operation: {
    inputFields: [
      { key: 'id', label: 'PDF ID', type: 'string', required: true, placeholder: 'gen_…', helpText: 'The ID of an earlier step.' },
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const url = `${baseUrl(z, bundle)}/v1/generations/${encodeURIComponent(required(z, bundle.inputData, 'id', 'PDF ID'))}`;
      return (await z.request<{ id: string; deleted: boolean }>({ method: 'DELETE', url })).data;
    },
    sample: { id: GENERATION.id, deleted: true },
    outputFields: DELETED_FIELDS,
  },
};

/** Zapier gives a step 30 seconds; of a batch that takes longer, the trigger tells. */
const LOOKS = 10;
const LOOK_MS = 2000;

export const generateBatch: Create = {
  key: 'generate_batch',
  noun: 'Batch',
  display: { label: 'Generate Batch', description: 'Generates up to 100 PDFs at once, and a ZIP archive or one merged PDF of them.' },
  operation: {
    inputFields: [
      {
        key: 'items',
        label: 'Items',
        type: 'text',
        required: true,
        helpText:
          'A JSON array of what the API takes: html or template, data, options. The trigger Batch Completed tells of a batch that takes longer than 20 seconds.',
      },
      {
        key: 'result',
        label: 'Result',
        choices: { zip: 'ZIP Archive', merged: 'One Merged PDF' },
        helpText: 'It is in Result File; none is made when left empty.',
      },
      {
        key: 'accept_incomplete',
        label: 'Accept Incomplete',
        type: 'boolean',
        default: 'false',
        helpText: 'Goes on with an archive or a merged PDF that lacks documents which could not be made, in place of failing.',
      },
      requestIdField,
    ],
    perform: async (z: ZObject, bundle: Bundle) => {
      const body = { items: itemsOf(z, bundle.inputData['items']), ...given(bundle.inputData, 'result') };
      const { data } = await z.request<Reply<'/v1/generate/batch', 'post'>>({
        method: 'POST',
        url: `${baseUrl(z, bundle)}/v1/generate/batch`,
        headers: idempotencyKey(z, bundle, 'generate_batch', body),
        body,
      });
      const url = `${baseUrl(z, bundle)}/v1/batches/${encodeURIComponent(data.batch_id)}`;
      for (let look = 1; ; look++) {
        const { data: batch } = await z.request<Batch>(url);
        if (batch.finished_at !== null || look === LOOKS) {
          if (typeof batch.result === 'string' && !asBoolean(bundle.inputData['accept_incomplete'])) refuseIncomplete(z, batch);
          return withResult(z, batch);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    sample: BATCH,
    outputFields: BATCH_FIELDS,
  },
};

const MOST_NAMED = 10;

/** An archive that lacks documents looks like a whole one. */
function refuseIncomplete(z: ZObject, { batch_id, total, generations }: Batch): void {
  const failed = generations.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return;
  const named = failed.slice(0, MOST_NAMED).map(({ index, error }) => `item ${String(index)}: ${String(error)}`);
  const count = `${String(failed.length)} of ${String(total)} documents of the batch ${batch_id} could not be made`;
  throw new z.errors.Error(`${count}: ${named.join('; ')}`, 'INCOMPLETE_BATCH', 422);
}

function itemsOf(z: ZObject, text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    throw new z.errors.Error('Items must be a JSON array.', 'InvalidData', 400);
  }
}
