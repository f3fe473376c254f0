import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { PdfPictures } from '../pdf-tools/contract.ts';
import { PdfRenderer } from '../rendering/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { TemplatePreviews } from './contract.ts';
import { Previews } from './previews.ts';

const DAY_MS = 24 * 3_600_000;

export default definePlugin({
  name: 'previews',
  version: '1.0.0',
  hub: '^2',
  summary: 'Images of templates for the galleries',
  config: z.strictObject({}),
  requires: { renderer: PdfRenderer, catalog: TemplateCatalog },
  uses: { pictures: PdfPictures },
  provides: { previews: TemplatePreviews },
  migrations: [
    {
      // Until 0.1 one worker removed its own old pictures by this job.
      id: 'no-drop-old-job',
      run: async (collection) => {
        await collection('jobs').deleteMany({ name: 'previews.drop-old' });
      },
    },
  ],
  setup({ deps, hub, clock, log }) {
    const previews = new Previews({ ...deps, folder: () => hub.dataFolder, clock });
    // No job, which one process would run for all: each machine has pictures of its own.
    const dropOld = (): void => {
      previews.dropOld(clock()).catch((error: unknown) => {
        log.warn({ err: error }, 'old pictures of templates could not be removed');
      });
    };
    let daily: NodeJS.Timeout | undefined;
    return {
      ports: { previews },
      start: async () => {
        dropOld();
        daily = setInterval(dropOld, DAY_MS);
      },
      stop: async () => {
        clearInterval(daily);
      },
    };
  },
});
