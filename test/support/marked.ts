import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { textOf } from './pdf.ts';

const MARK = /MARK\d+END/g;
const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Documents that hold a mark by which each is told from every other one, on each way that a document may take. */
export const FORMS = {
  plain: (mark: string) => ({ html: `<h1>${mark}</h1>` }),
  header: (mark: string) => ({ html: `<h1>${mark}</h1>`, options: { header: `<b>${mark}</b>`, footer: '<span class="title"></span>' } }),
  compiled: (mark: string) => ({ html: '<title>{{mark}}</title><h1>{{mark}}</h1>', data: { mark } }),
  image: (mark: string) => ({ html: `<img src="${PICTURE}" width=20 height=20><p>${mark}` }),
  scripted: (mark: string) => ({ html: `<h1></h1><script>document.querySelector('h1').textContent = '${mark}'</script>` }),
  react: (mark: string) => ({ react: 'export default ({ mark }) => <h1>{mark}</h1>', data: { mark } }),
} as const;

export const markOf = (n: number): string => `MARK${String(n)}END`;

export const marksIn = (text: string): string[] => [...new Set(text.match(MARK))];

/** What is wrong with a PDF that is to hold its own mark and no other; undefined for nothing. */
export async function wrongWith(pdf: Uint8Array, mark: string): Promise<string | undefined> {
  const found = marksIn(await textOf(pdf));
  if (found.length === 1 && found[0] === mark) return undefined;
  return found.length === 0 ? `${mark} is missing` : `${mark} has ${found.join(', ')}`;
}

/** Has documents made by `workers` callers at a time, in turns of the accounts and of the forms, and asserts that each is the one asked for. */
export async function assertOwnDocuments(
  callers: readonly Caller[],
  { count, workers, forms }: { readonly count: number; readonly workers: number; readonly forms: readonly (keyof typeof FORMS)[] },
): Promise<void> {
  const wrong: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const [caller, form] = [callers[n % callers.length], forms[Math.floor(n / callers.length) % forms.length]];
      if (caller === undefined || form === undefined) throw new Error('no account or no form was given');
      const { data = '' } = await caller.generate({ ...FORMS[form](markOf(n)), output: 'base64' });
      const problem = await wrongWith(Buffer.from(data, 'base64'), markOf(n));
      if (problem !== undefined) wrong.push(`${form}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  assert.deepEqual(wrong, []);
}
