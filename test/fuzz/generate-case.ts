import { bodyCase, type Route } from './bodies.ts';
import { type FuzzCase, type Group, jsonCase, upstreamUrl } from './case.ts';
import { batchCase, documentCase } from './documents.ts';
import type { Random } from './random.ts';
import { reactCase, templateCase } from './templates.ts';

/** Of a hundred cases. */
const SHARES: Readonly<Record<Group, number>> = { document: 28, template: 14, react: 8, batch: 5, pdf: 20, body: 17, upstream: 8 };

export interface Material {
  readonly routes: readonly Route[];
  readonly pdfs: readonly Buffer[];
}

function upstreamCase(random: Random): FuzzCase {
  const url = (suffix = ''): string => upstreamUrl(random.int(0, 2 ** 31), suffix);
  return random.pick([
    () => jsonCase('upstream', '/v1/generate', { html: random.list(1, 6, () => `<img src="${url()}">`).join('') }),
    () =>
      jsonCase('upstream', '/v1/generate', {
        html: `<link rel=stylesheet href="${url('.css')}"><script src="${url('.js')}"></script><p>x`,
      }),
    () => jsonCase('upstream', '/v1/pdf/merge', { pdfs: random.list(2, 3, () => ({ pdf_url: url('.pdf') })) }),
    () => jsonCase('upstream', '/v1/pdf/info', { pdf_url: url('.pdf') }),
    () => jsonCase('upstream', '/v1/generate', { html: '<p>x', steps: [{ type: 'merge', pdf_url: url('.pdf') }] }),
  ])();
}

/** The next case of a run: a matter of the generator alone. */
export function makeCase(random: Random, { routes, pdfs }: Material): FuzzCase {
  const makers: Readonly<Record<Group, () => FuzzCase>> = {
    document: () => documentCase(random),
    template: () => templateCase(random),
    react: () => reactCase(random),
    batch: () => batchCase(random),
    pdf: () =>
      bodyCase(
        random,
        routes.filter(({ path }) => path.startsWith('/v1/pdf/')),
        pdfs,
        'pdf',
      ),
    body: () => bodyCase(random, routes, pdfs),
    upstream: () => upstreamCase(random),
  };
  const groups = Object.entries(SHARES).flatMap(([group, share]) => Array.from({ length: share }, () => group as Group));
  return makers[random.pick(groups)]();
}
