import { buffer } from 'node:stream/consumers';
import { pageOf, pageQuery } from '../../db/page.ts';
import { binaryReply, defineRoute, NotFound, type Route } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import type { Generation } from './contract.ts';
import { Conflict } from './errors.ts';
import { DeleteReply, GenerationPage, GenerationParams, GenerationReply } from './generate.schemas.ts';
import { fileName, presentGeneration } from './generation.presenter.ts';
import type { GenerationStore } from './generation.store.ts';
import type { InputStore } from './input.store.ts';

const missing = () => NotFound('There is no document of this id.');

export interface HistoryParts {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly files: FileStore;
}

/** @throws NotFound, Conflict while the document is being made */
export async function removeGeneration({ store, inputs, files }: HistoryParts, accountId: string, id: string): Promise<void> {
  const removed = await store.remove(accountId, id);
  if (removed === undefined) {
    if ((await store.find(accountId, id)) === undefined) throw missing();
    throw Conflict('The document is still being made; delete it when it is finished.');
  }
  if (removed.file !== null) await files.remove(removed.file.key);
  await inputs.drop([id]);
}

export function historyRoutes(store: GenerationStore, inputs: InputStore, files: FileStore): Route[] {
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
      async handle({ query, principal }) {
        const found = await store.page(principal.accountId, query);
        return pageOf(found, query.limit, (generation) => presentGeneration(generation, files));
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
        await removeGeneration({ store, inputs, files }, accountId, id);
        return { id, deleted: true as const };
      },
    }),
  ];
}
