import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { PdfMerger } from './contract.ts';
import { merger } from './merger.ts';

export default definePlugin({
  name: 'pdf-tools',
  version: '1.0.0',
  hub: '^1',
  summary: 'Operations on finished PDFs',
  config: z.strictObject({}),
  provides: { merger: PdfMerger },
  setup: () => ({ ports: { merger } }),
});
