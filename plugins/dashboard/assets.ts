import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Asset, type Bundle, kept } from './kept-bundle.ts';

const BROWSERS = ['es2022'];

/** The browser's files: one bundle an entry, under names that change with their content. */
export interface Assets {
  /** Path of an entry below the dashboard's root. */
  path(entry: string): string;
  /** Of the styles that an entry imports. */
  styles(entry: string): string | undefined;
  find(name: string): Asset | undefined;
}

/**
 * Bundles the entries; shared code becomes chunks that pages load once. The result is kept in the cache folder until a file
 * that went into it changes.
 * @param entries absolute paths of TypeScript, JavaScript and CSS files
 */
export async function bundle(entries: readonly string[]): Promise<Assets> {
  const { files, names, styles } = await kept([...new Set(entries)], build);
  return {
    path(entry) {
      const name = names.get(entry);
      if (name === undefined) throw new Error(`${entry} was not bundled`);
      return `/assets/${name}`;
    },
    styles: (entry) => styles.get(entry),
    find: (name) => files.get(name),
  };
}

async function build(entries: readonly string[]): Promise<Bundle> {
  // Loaded only when something has to be built.
  const esbuild = await import('esbuild');
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [...entries],
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: BROWSERS,
    outdir: '/assets',
    write: false,
    metafile: true,
    legalComments: 'none',
    absWorkingDir: '/',
    // The settings that matter are here; a build has no tsconfig.json to inherit from.
    tsconfigRaw: {},
  });
  const files = new Map<string, Asset>(
    outputFiles.map(({ path, contents }) => {
      const body = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
      const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      return [basename(path), { type: path.endsWith('.css') ? 'text/css' : 'text/javascript', body, brotli }];
    }),
  );
  const names = new Map<string, string>();
  const styles = new Map<string, string>();
  for (const [output, { entryPoint, cssBundle }] of Object.entries(metafile.outputs)) {
    if (entryPoint === undefined) continue;
    names.set(join('/', entryPoint), basename(output));
    if (cssBundle !== undefined) styles.set(join('/', entryPoint), `/assets/${basename(cssBundle)}`);
  }
  return { files, names, styles, inputs: Object.keys(metafile.inputs).map((input) => join('/', input)) };
}

/** For `ETag`; the names carry a hash of the content already. */
export const tagOf = ({ body }: Asset): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
