import { decodeCursor, encodeCursor, pageQuery } from '../../db/page.ts';
import { binaryReply, defineRoute, invalidFields, NotFound, type Route } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import type { Generation } from './contract.ts';
import { Conflict } from './errors.ts';
import { DeleteReply, GenerationPage, GenerationParams, GenerationReply } from './generate.schemas.ts';
import { fileName, presentGeneration } from './generation.presenter.ts';
import type { GenerationStore } from './generation.store.ts';

const missing = () => NotFound('There is no document of this id.');

export function historyRoutes(store: GenerationStore, files: FileStore): Route[] {
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
      summary: 'List documents, newest first',
      query: pageQuery({ default: 50, max: 100 }),
      response: GenerationPage,
      async handle({ query: { limit, offset, cursor: text }, principal }) {
        const cursor = text === undefined ? undefined : decodeCursor(text);
        if (text !== undefined && cursor === undefined) {
          throw invalidFields([{ field: 'cursor', message: 'is the next_cursor of an earlier page' }]);
        }
        const found = await store.page(principal.accountId, { limit, offset, cursor });
        const page = found.slice(0, limit);
        const last = page.at(-1);
        const hasMore = found.length > limit;
        return {
          data: page.map((generation) => presentGeneration(generation, files)),
          has_more: hasMore,
          next_cursor: hasMore && last !== undefined ? encodeCursor(last) : null,
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/generations/:id',
      auth: 'key',
      scope: 'generate',
      summary: 'One document',
      params: GenerationParams,
      response: GenerationReply,
      async handle({ params, principal }) {
        return presentGeneration(await find(principal.accountId, params.id), files);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/generations/:id/file',
      auth: 'key',
      scope: 'generate',
      summary: 'The PDF of a document',
      params: GenerationParams,
      response: GenerationReply,
      produces: ['application/pdf'],
      errors: [Conflict],
      async handle({ params, principal, setHeader }) {
        const generation = await find(principal.accountId, params.id);
        if (generation.file === null) throw Conflict(`The document is ${generation.status}; it has no file.`);
        const { stream, size } = await files.open(generation.file.key);
        setHeader('Content-Length', String(size));
        setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName(generation))}`);
        return binaryReply(stream, 'application/pdf');
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/generations/:id',
      auth: 'key',
      scope: 'generate',
      summary: 'Delete a document and its file',
      params: GenerationParams,
      response: DeleteReply,
      errors: [Conflict],
      async handle({ params: { id }, principal: { accountId } }) {
        const removed = await store.remove(accountId, id);
        if (removed === undefined) {
          await find(accountId, id);
          throw Conflict('The document is still being made; delete it when it is finished.');
        }
        if (removed.file !== null) await files.remove(removed.file.key);
        return { id, deleted: true as const };
      },
    }),
  ];
}
