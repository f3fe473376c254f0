import { buffer } from 'node:stream/consumers';
import { HubError, type KeptReplies, NotFound } from '../../../server/contract/index.ts';
import { type Block, type Cell, type DashboardPage, type PageFile, planOwnerOf } from '../../dashboard/contract.ts';
import type { PdfPictures } from '../../pdf-tools/contract.ts';
import { type FileStore, mediaTypeOf } from '../../storage/contract.ts';
import type { UsageReservations } from '../document/usage-reservations.ts';
import type { EventPublisher } from '../document/event-publisher.ts';
import { type DocumentPhases, fileName, type Generation, statusBadge } from '../contract.ts';
import { removeGeneration } from '../document/remove-generation.ts';
import type { GenerationStore } from '../document/generation.store.ts';
import type { InputStore } from '../document/input.store.ts';
import type { GenerateService } from '../document/generate.service.ts';
import { bytes, duration, madeFrom } from './words.ts';

const SHOWN_PAGES = 10;
const DPI = 80;
const MAX_SHOWN_INPUT = 20_000;
const AN_HOUR = 3600;
const PHASE_WORDS: Readonly<Record<keyof DocumentPhases, string>> = {
  queue: 'Waiting for a renderer',
  compose: 'Composing the template',
  load: 'Loading into the browser',
  wait: 'Waiting for fonts, images and scripts',
  print: 'Printing',
  steps: 'Steps after rendering',
  store: 'Storing the file',
};

export interface DocumentPageParts {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly files: FileStore;
  readonly reservations: UsageReservations;
  readonly replies: KeptReplies;
  readonly service: GenerateService;
  readonly publisher: EventPublisher;
  readonly pictures: PdfPictures | undefined;
}

const missing = () => NotFound('There is no document with this id.');

const section = (title: string, ...blocks: Block[]): Block => ({ kind: 'section', title, blocks });

function facts(one: Generation): Block {
  const source: Cell = one.batchId === null ? one.source : { text: `batch ${one.batchId}`, href: `/batches/${one.batchId}` };
  return {
    kind: 'facts',
    facts: [
      { label: 'Status', value: statusBadge(one.status) },
      ...(one.error === null ? [] : [{ label: 'Why', value: one.error }]),
      { label: 'Id', value: { code: one.id } },
      { label: 'Made from', value: madeFrom(one) },
      { label: 'Came by', value: source },
      ...(one.test ? [{ label: 'Key', value: { badge: 'test', tone: 'warning' } as const }] : []),
      one.picture === null
        ? { label: 'Pages', value: one.pages === null ? '–' : String(one.pages) }
        : { label: 'Image', value: `${String(one.picture.width)} × ${String(one.picture.height)} px` },
      { label: 'Size', value: bytes(one.file?.size ?? null) },
      { label: 'Created', value: { time: one.createdAt } },
      { label: 'Finished', value: { time: one.finishedAt, none: 'not yet' } },
      ...Object.entries(one.metadata).map(([label, value]) => ({ label, value: String(value) })),
    ],
  };
}

function timing({ phases, ms }: Generation): Block[] {
  if (phases === null) return [];
  const rows = Object.entries(PHASE_WORDS).map(([phase, words]): Cell[] => [words, duration(phases[phase as keyof DocumentPhases])]);
  return [
    section('Time', {
      kind: 'table',
      caption: 'Time by phase',
      columns: ['Phase', 'Took'],
      rows: [...rows, ['Together', duration(ms)]],
      empty: '',
    }),
  ];
}

/** One document: the PDF itself, and everything that is known of how it was made. */
export function documentPage({ store, inputs, files, reservations, replies, service, publisher, pictures }: DocumentPageParts): {
  page: DashboardPage;
  files: PageFile[];
} {
  const find = async (accountId: string, id: string | undefined): Promise<Generation> => {
    const found = await store.find(accountId, id ?? '');
    if (found === undefined) throw missing();
    return found;
  };
  const open = ({ file }: Generation) => {
    if (file === null) throw NotFound('The document has no file.');
    return files.open(file.key);
  };

  const shown = ({ id, file, pages }: Generation): Block[] => {
    if (file === null || pages === null) return [];
    const pdf = `/history/${id}/document.pdf`;
    if (pictures === undefined) return [{ kind: 'frame', src: pdf, title: 'The PDF' }];
    const numbers = Array.from({ length: Math.min(pages, SHOWN_PAGES) }, (_, i) => i + 1);
    return [
      {
        kind: 'pictures',
        pictures: numbers.map((n) => ({
          src: `/history/${id}/pages/${String(n)}.png`,
          alt: `Page ${String(n)} of ${String(pages)}`,
          href: pdf,
        })),
      },
      ...(pages > SHOWN_PAGES
        ? [{ kind: 'text', text: `The first ${String(SHOWN_PAGES)} of ${String(pages)} pages. Open the PDF for the rest.` } as const]
        : []),
    ];
  };

  const page: DashboardPage = {
    path: '/history/:id',
    title: 'Document',
    async load({ account, params }) {
      const one = await find(account.id, params['id']);
      const [input, deliveries] = await Promise.all([inputs.find(account.id, one.id), publisher.deliveriesOf(one)]);
      const isRunning = one.status === 'queued' || one.status === 'processing';
      const sent = input === undefined ? undefined : JSON.stringify(input.request, null, 2);
      return {
        title: one.filename ?? one.id,
        crumbs: [{ text: 'History', href: '/history' }],
        blocks: [
          {
            kind: 'buttons',
            buttons: [
              ...(one.file === null
                ? []
                : [{ text: one.picture === null ? 'Open the PDF' : 'Open the image', href: `/history/${one.id}/document.pdf` }]),
              ...(one.status === 'failed' && input !== undefined && one.batchId === null
                ? [{ text: 'Retry', action: 'retry', tone: 'primary' } as const]
                : []),
              ...(isRunning
                ? []
                : [{ text: 'Delete', action: 'delete', tone: 'danger', confirm: 'Delete this document and its file?' } as const]),
            ],
          },
          facts(one),
          ...(one.warnings.length === 0
            ? []
            : [
                section('Warnings', {
                  kind: 'table',
                  caption: 'Warnings',
                  columns: ['Code', 'What'],
                  rows: one.warnings.map(({ code, message }) => [{ code }, message]),
                  empty: '',
                }),
              ]),
          ...shown(one),
          ...timing(one),
          ...deliveries,
          ...(sent === undefined
            ? []
            : [
                section('Request', {
                  kind: 'copy',
                  label: 'Kept until the document is generated, for at most a week',
                  text: sent.length > MAX_SHOWN_INPUT ? `${sent.slice(0, MAX_SHOWN_INPUT)}\n…` : sent,
                }),
              ]),
        ],
        ...(isRunning ? { refreshSeconds: 2 } : {}),
      };
    },
    actions: {
      retry: {
        async run(context) {
          const { id } = await find(context.account.id, context.params['id']);
          try {
            await service.retry(id, planOwnerOf(context.account), new AbortController().signal);
          } catch (error) {
            // The failure is on the record, which the page shows.
            if (HubError.is(error) && error.status === 422)
              return { goTo: `/history/${id}`, flash: 'The retry failed. See the error below.' };
            throw error;
          }
          return { goTo: `/history/${id}`, flash: 'The document was generated.' };
        },
      },
      delete: {
        async run({ account, params }) {
          await removeGeneration({ store, inputs, files, reservations, replies }, account.id, params['id'] ?? '');
          return { goTo: '/history', flash: 'The document is deleted.' };
        },
      },
    },
  };

  return {
    page,
    files: [
      {
        path: '/history/:id/document.pdf',
        async read({ account, params }) {
          const generation = await find(account.id, params['id']);
          const { stream } = await open(generation);
          return { type: mediaTypeOf(generation.file?.key ?? ''), body: stream, filename: fileName(generation) };
        },
      },
      {
        path: '/history/:id/pages/:page.png',
        async read({ account, params }) {
          const generation = await find(account.id, params['id']);
          const index = Number(params['page']) - 1;
          if (pictures === undefined || !Number.isInteger(index) || index < 0 || index >= (generation.pages ?? 0)) throw missing();
          const { stream } = await open(generation);
          if (generation.picture !== null) return { type: mediaTypeOf(generation.file?.key ?? ''), body: stream, keepFor: AN_HOUR };
          return { type: 'image/png', body: await pictures.draw(account.id, await buffer(stream), index, DPI), keepFor: AN_HOUR };
        },
      },
    ],
  };
}
