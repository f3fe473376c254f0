import { buffer } from 'node:stream/consumers';
import {
  binaryReply,
  Conflict,
  contentDisposition,
  defineRoute,
  NotFound,
  type Route,
  pageOf,
  pageQuery,
  IdParams,
} from '../../../server/contract/index.ts';
import { FileGone, mediaTypeOf } from '../../storage/contract.ts';
import { fileName, type Generation } from '../contract.ts';
import { DeleteReply, GenerationPage, GenerationReply } from '../document/generate.schemas.ts';
import { presentGeneration } from '../document/generation.presenter.ts';
import { historyFilterFields, historyFilterOf } from '../document/history-filter.ts';
import { type RemovalParts, removeGeneration } from '../document/remove-generation.ts';
import { historyExamples } from './history.examples.ts';

const missing = () => NotFound('There is no document with this id.');

export function historyRoutes(parts: RemovalParts): Route[] {
  const { store, files } = parts;
  const find = async (accountId: string, id: string): Promise<Generation> => {
    const generation = await store.find(accountId, id);
    if (generation === undefined) throw missing();
    return generation;
  };

  return [
    defineRoute({
      method: 'get',
      path: '/v1/generations',
      auth: 'key',
      scope: 'generate',
      operationId: 'listGenerations',
      summary: 'List documents, newest first',
      example: historyExamples.listGenerations,
      description:
        'Every document that the account made, also those of batches and of connectors. Filters narrow the list; a document must pass all of them.',
      query: pageQuery({ default: 50, max: 100 }).extend(historyFilterFields),
      response: GenerationPage,
      async handle({ query, principal }) {
        const found = await store.page(principal.accountId, query, historyFilterOf(query));
        return pageOf(found, query.limit, (generation) => presentGeneration(generation, files));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/generations/:id',
      auth: 'key',
      scope: 'generate',
      operationId: 'getGeneration',
      summary: 'One document',
      example: historyExamples.getGeneration,
      description:
        'How a document stands, with a fresh link to its PDF. Ask for it until `status` is `completed` or `failed`, or be told by a webhook.',
      params: IdParams,
      response: GenerationReply,
      errors: [FileGone],
      async handle({ params, principal }) {
        const generation = await find(principal.accountId, params.id);
        const shown = presentGeneration(generation, files);
        if (generation.output === 'url' || generation.file === null) return shown;
        return { ...shown, data: (await buffer((await files.open(generation.file.key)).stream)).toString('base64') };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/generations/:id/file',
      auth: 'key',
      scope: 'generate',
      operationId: 'downloadGeneration',
      summary: 'The file of a document',
      example: historyExamples.downloadGeneration,
      description:
        'The bytes of the PDF or picture, for callers with a key. Whoever has no key takes the signed `url` of the document instead.',
      params: IdParams,
      produces: ['application/pdf', 'image/png', 'image/jpeg'],
      errors: [Conflict, FileGone],
      async handle({ params, principal, setHeader }) {
        const generation = await find(principal.accountId, params.id);
        if (generation.file === null) throw Conflict(`The document is ${generation.status}; it has no file.`);
        const { stream, size } = await files.open(generation.file.key);
        setHeader('Content-Length', String(size));
        setHeader('Content-Disposition', contentDisposition('attachment', fileName(generation)));
        return binaryReply(stream, mediaTypeOf(generation.file.key));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/generations/:id',
      auth: 'key',
      scope: 'generate',
      operationId: 'deleteGeneration',
      summary: 'Delete a document and its file',
      example: historyExamples.deleteGeneration,
      description:
        'Removes the record and the PDF for good; its links stop working. A document that is being made cannot be deleted. What was counted stays counted.',
      params: IdParams,
      response: DeleteReply,
      errors: [Conflict],
      async handle({ params: { id }, principal: { accountId } }) {
        await removeGeneration(parts, accountId, id);
        return { id, deleted: true as const };
      },
    }),
  ];
}
