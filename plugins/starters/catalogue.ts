import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StarterFile } from './starter.schemas.ts';

export interface Starter {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly html: string;
  readonly sampleData: Readonly<Record<string, unknown>>;
}

/** Reads and checks every folder of `catalogue/` once. */
export function readCatalogue(): ReadonlyMap<string, Starter> {
  const root = join(import.meta.dirname, 'catalogue');
  const starters = readdirSync(root)
    .sort()
    .map((slug): Starter => {
      const file = StarterFile.parse(JSON.parse(readFileSync(join(root, slug, 'starter.json'), 'utf8')));
      const { sample_data: sampleData, ...about } = file;
      return { slug, ...about, sampleData, html: readFileSync(join(root, slug, 'template.html'), 'utf8') };
    });
  return new Map(starters.map((starter) => [starter.slug, starter]));
}
