import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { withFile } from '../files.ts';
import { isGiven } from '../given.ts';
import { type Generation, read } from '../hub.ts';
import { GENERATION_FIELDS } from '../output-fields.ts';
import { GENERATION } from '../samples.ts';
import { delivered, hookFor, templateField } from './hooks.ts';

/** The trigger for one way a document can end. */
function generationTrigger(
  status: 'completed' | 'failed',
  words: { key: string; label: string; description: string },
  sample: Record<string, unknown>,
): Trigger {
  const isWanted = (bundle: Bundle) => (one: Generation) =>
    one.status === status && (!isGiven(bundle.inputData['template_id']) || one.template_id === bundle.inputData['template_id']);
  return {
    key: words.key,
    noun: 'PDF',
    display: { label: words.label, description: words.description },
    operation: {
      type: 'hook',
      inputFields: [templateField('Only documents of this template; all when left empty.')],
      ...hookFor(`generation.${status}`),
      perform: async (z: ZObject, bundle: Bundle) => [withFile(z, delivered<Generation>(bundle))],
      performList: async (z: ZObject, bundle: Bundle) => {
        const data = await read(z, bundle, '/v1/integrations/triggers/new-generation', { limit: 100 });
        return data.filter(isWanted(bundle)).map((one) => withFile(z, one));
      },
      sample,
      outputFields: GENERATION_FIELDS,
    },
  };
}

export const generationCompleted = generationTrigger(
  'completed',
  { key: 'generation_completed', label: 'PDF Generated', description: 'Triggers when a PDF is ready.' },
  { ...GENERATION, file: 'hydrate|||file|||hydrate' },
);

export const generationFailed = generationTrigger(
  'failed',
  { key: 'generation_failed', label: 'PDF Failed', description: 'Triggers when a PDF could not be made.' },
  {
    ...GENERATION,
    status: 'failed',
    url: null,
    url_expires_at: null,
    pages: null,
    file_size: null,
    error: 'A variable is missing.',
    file: null,
  },
);
