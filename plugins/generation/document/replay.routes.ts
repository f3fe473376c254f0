import { z } from 'zod';
import { Conflict, defineRoute, IdParams, NotFound, type Route, ServiceUnavailable } from '../../../server/contract/index.ts';
import { RenderFailed } from '../../rendering/contract.ts';
import type { DocumentPipeline } from './document-pipeline.ts';
import { generateExamples } from './generate.examples.ts';
import type { GenerationStore } from './generation.store.ts';
import type { InputStore } from './input.store.ts';

const ReplayReply = z.object({
  id: z.string().describe('The document that was made again.'),
  equal: z.boolean().describe('Whether both files have the same bytes.'),
  sha256: z.string().describe('SHA-256 of the file that was made now, in hex.'),
  original_sha256: z.string().describe('SHA-256 of the file that was made at first, in hex.'),
  engine: z.string().describe('Name and version of the browser that printed it now.'),
  fonts: z.string().describe('Identifies the fonts that are installed now; it changes with their files.'),
  original_engine: z.string().describe('Name and version of the browser that printed it at first.'),
  original_fonts: z.string().describe('Identifies the fonts that were installed then.'),
});

export interface ReplayParts {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly pipeline: DocumentPipeline;
}

/** Makes reproducible documents again, to see whether they still come out the same. */
export function replayRoutes({ store, inputs, pipeline }: ReplayParts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/generations/:id/replay',
      auth: 'key',
      scope: 'generate',
      operationId: 'replayGeneration',
      summary: 'Make a reproducible document again and compare',
      description:
        'Prints a document that was made with `deterministic` or `date` once more, from its kept request, and tells whether the bytes are the same. Nothing is stored and nothing counts. Requests are kept for seven days.',
      example: generateExamples.replayGeneration,
      params: IdParams,
      response: ReplayReply,
      errors: [NotFound, Conflict, RenderFailed, ServiceUnavailable],
      async handle({ params: { id }, principal: { accountId }, signal }) {
        const found = await store.find(accountId, id);
        if (found === undefined) throw NotFound('There is no document with this id.');
        if (found.print === null) throw Conflict('Only a finished document that was made with deterministic or date can be replayed.');
        const input = await inputs.find(accountId, id);
        if (input === undefined) throw Conflict('The request of this document is no longer kept, so it cannot be replayed.');
        const prepared = await pipeline.prepare(accountId, input.request, input.defaults);
        const { print } = await pipeline.print(accountId, prepared, { watermark: found.test, background: false, signal });
        if (print === null) throw new Error('a reproducible document was printed without its time');
        const { sha256: original, engine, fonts } = found.print;
        return {
          id,
          equal: print.sha256 === original,
          ...{ sha256: print.sha256, engine: print.engine, fonts: print.fonts },
          ...{ original_sha256: original, original_engine: engine, original_fonts: fonts },
        };
      },
    }),
  ];
}
