import { z } from 'zod';
import { PageIndex, PreviewRoute } from '../contract.ts';
import { fileBody, fileFields } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';

const Facts = z.object({ width: z.int(), height: z.int() });

const Body = z.strictObject({ ...fileBody, page: PageIndex.default(0), dpi: z.int().min(18).max(300).default(96) });

export const preview = defineOperation({
  name: 'preview',
  path: PreviewRoute.path,
  summary: 'A picture (PNG) of one page',
  body: Body,
  response: z.object({ ...fileFields, ...Facts.shape }),
  options: ({ page, dpi }: z.output<typeof Body>, { maxPages }) => ({ maxPages, page, dpi }),
  reply: async (made) => ({ ...(await made.file('page.png')), ...Facts.parse(made.facts) }),
});
