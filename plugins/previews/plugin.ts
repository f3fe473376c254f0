import { z } from 'zod';
import { defineJob, definePlugin } from '../../server/contract/index.ts';
import { PdfPictures } from '../pdf-tools/contract.ts';
import { PdfRenderer } from '../rendering/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { TemplatePreviews } from './contract.ts';
import { Previews } from './previews.ts';

export default definePlugin({
  name: 'previews',
  version: '1.0.0',
  hub: '^2',
  summary: 'Images of templates for the galleries',
  config: z.strictObject({}),
  requires: { renderer: PdfRenderer, catalog: TemplateCatalog },
  uses: { pictures: PdfPictures },
  provides: { previews: TemplatePreviews },
  setup({ deps, hub, clock }) {
    const previews = new Previews({ ...deps, folder: () => hub.dataFolder, clock });
    return {
      ports: { previews },
      jobs: [defineJob({ name: 'previews.drop-old', data: z.strictObject({}), every: '1 day', run: () => previews.dropOld(clock()) })],
    };
  },
});
