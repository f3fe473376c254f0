import { RenderFailed, type RenderWarning } from '../contract.ts';
import type { CdpPage } from '../chromium/browser.ts';
import type { ReactModule } from '../compose/react-source.ts';
import { LINES_BEFORE, type ReactBuild, reactProgram, SOURCE_NAME } from './react-program.ts';

const MAX_ERROR = 1000;
/** For promises of components and their effects together; what runs without pause has the deadline of the document. */
const LIMIT_MS = 10_000;
/** What the production build says instead of a sentence. */
const NUMBERED = /Minified React error #\d+/;

type Props = Readonly<Record<string, unknown>>;

interface Failure {
  readonly message: string;
  readonly stack: string;
  /** The components around the place, as React tells them. */
  readonly components: string;
}

/** A place in the text of the module, which has the lines of the source but not its columns. */
interface ModulePlace {
  readonly line: number;
  readonly column: number;
}

/** Where a place lies in the caller's source, in words; empty where that is not known. */
export type DescribePlace = (place: ModulePlace) => Promise<string>;

/** What of a React component runs in the page that holds its markup. */
export interface ReactEffects {
  readonly module: ReactModule;
  readonly props: Readonly<Record<string, unknown>>;
  /** Whether it is the whole document rather than its body. */
  readonly isDocument: boolean;
  readonly describe: DescribePlace;
}

/** Lends a fresh page without network for one piece of work. */
export type LendPage = <T>(work: (page: CdpPage) => Promise<T>) => Promise<T>;

/**
 * The markup of a component with its data, once all it waits for is there.
 * @throws RenderFailed with the component's own error and its place
 */
export async function renderReact(lend: LendPage, module: ReactModule, props: Props, describe: DescribePlace): Promise<string> {
  const attempt = (name: 'plain' | 'server', build: ReactBuild) =>
    lend((page) => run<{ readonly markup: string }>(page, reactProgram(name, build), module, props));
  const made = await attempt(module.isAsync || module.hasEffects ? 'server' : 'plain', 'production');
  if (!('failure' in made)) return completeMarkup(made.markup);
  const again = NUMBERED.test(made.failure.message) ? await attempt('server', 'development') : made;
  throw await failed('failure' in again ? again.failure : made.failure, 'compose', describe);
}

/** Runs effects, refs and handlers of a component whose markup a page holds. */
export async function runEffects(
  page: CdpPage,
  module: ReactModule,
  props: Props,
  { isDocument, describe }: Pick<ReactEffects, 'isDocument' | 'describe'>,
): Promise<RenderWarning[]> {
  const made = await run<{ readonly isDone: boolean }>(page, reactProgram('client', 'production'), module, props, { isDocument });
  if ('failure' in made) throw await failed(made.failure, 'load', describe);
  return made.isDone ? [] : [effectsNotRun(`The component does not finish within ${String(LIMIT_MS)} ms`)];
}

export const effectsNotRun = (reason: string): RenderWarning => ({
  code: 'EFFECTS_NOT_RUN',
  message: `${reason}: effects, refs and event handlers are not run, so that what they draw is missing.`,
});

/** Whether the component is the whole document rather than its body. */
export const isWholeDocument = (markup: string): boolean => /<html[\s>]/i.test(markup.slice(0, 1000));

async function run<T>(
  page: CdpPage,
  program: string,
  { code }: ReactModule,
  props: Props,
  settings: { readonly isDocument?: boolean } = {},
): Promise<T | { readonly failure: Failure }> {
  const args = [code, JSON.stringify(props), { ...settings, limitMs: LIMIT_MS }].map((one) => JSON.stringify(one));
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: `${program}(${args.join(', ')})`,
    awaitPromise: true,
    returnByValue: true,
  });
  // Only what the source does to the page's own objects makes the program itself fail.
  if (exceptionDetails !== undefined) {
    return { failure: { message: exceptionDetails.exception?.description ?? exceptionDetails.text, stack: '', components: '' } };
  }
  return result.value as T | { readonly failure: Failure };
}

function completeMarkup(markup: string): string {
  if (/^\s*<!doctype/i.test(markup)) return markup;
  return isWholeDocument(markup)
    ? `<!DOCTYPE html>${markup}`
    : `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${markup}</body></html>`;
}

async function failed({ message, stack, components }: Failure, phase: string, describe: DescribePlace): Promise<Error> {
  const frame = new RegExp(`${SOURCE_NAME}:(\\d+):(\\d+)`);
  const [, line, column] = frame.exec(stack) ?? frame.exec(components) ?? [];
  const where = line === undefined ? '' : await describe({ line: Number(line) - LINES_BEFORE, column: Number(column) });
  const text = (message.split('\n    at ')[0] ?? '').trim();
  return RenderFailed(`The component failed in phase ${phase}${where}: ${text.slice(0, MAX_ERROR)}`);
}
