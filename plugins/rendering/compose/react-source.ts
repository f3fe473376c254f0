import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { transform } from 'sucrase';
import { SourceRefused } from './problem.ts';
import { firstProblem, type JavaScriptToken } from './react-exports.ts';
import { syntaxProblem } from './react-syntax.ts';

interface SucraseParser {
  parse(code: string, jsx: boolean, typescript: boolean, flow: boolean): { readonly tokens: readonly JavaScriptToken[] };
}

/** React source as the text of a CommonJS module, and what it needs to be drawn whole. */
export interface ReactModule {
  readonly code: string;
  /** It may wait for something: markup is made once that is there. */
  readonly isAsync: boolean;
  /** It has code that runs only in a page. */
  readonly hasEffects: boolean;
}

// Its typings have no path to the parser, which tells code from strings and comments.
const { parse } = createRequire(import.meta.url)('sucrase/dist/parser/index.js') as SucraseParser;

/** What the runtime calls the module with (react-program.ts). */
const PARAMETERS = ['module', 'exports', 'require', 'React'];
const OPTIONS = { transforms: ['typescript', 'jsx', 'imports'], production: true, jsxRuntime: 'classic' } satisfies Parameters<
  typeof transform
>[1];
const FILE = 'source';
const WAITS = new Set(['async', 'await', 'Promise', 'then', 'Suspense', 'lazy', 'use']);
const RUNS_IN_PAGE = new Set([
  'useEffect',
  'useLayoutEffect',
  'useInsertionEffect',
  'useImperativeHandle',
  'useSyncExternalStore',
  'useRef',
  'createRef',
  'componentDidMount',
  'componentDidUpdate',
]);
/** As a key of props. */
const HANDLER = /^(?:ref|on[A-Z]\w*)$/;

/**
 * JSX or TSX to the text of a CommonJS module. Nothing of it runs here: it runs in a browser page without network.
 * @throws SourceRefused for source that does not parse, imports anything but react, or exports no component as default
 */
export function transpileReact(source: string): ReactModule {
  let code: string;
  try {
    code = transform(source, OPTIONS).code;
    // sucrase reads loosely; V8 compiles without running.
    compileFunction(code, PARAMETERS, { filename: FILE });
  } catch (error) {
    if (error instanceof RangeError) throw new SourceRefused('react', 'does not parse: the source is nested too deeply');
    throw new SourceRefused('react', `does not parse${syntaxProblem(source) ?? lineOf(error)}`);
  }
  const { tokens } = parse(code, false, false, false);
  const problem = firstProblem(code, tokens);
  if (problem !== undefined) throw new SourceRefused('react', problem);
  const words = tokens.map(({ start, end }) => code.slice(start, end));
  return {
    code,
    isAsync: words.some((word) => WAITS.has(word)),
    hasEffects: words.some((word, i) => RUNS_IN_PAGE.has(word) || (HANDLER.test(word) && words[i + 1] === ':')),
  };
}

/** Where a place of the module's text, counted from 1, lies in the source that it was made of. */
export function placeInSource(source: string, line: number, column: number): string {
  const { sourceMap } = transform(source, { ...OPTIONS, filePath: FILE, sourceMapOptions: { compiledFilename: FILE } });
  if (sourceMap === undefined || line < 1) return '';
  const found = originalPositionFor(new TraceMap({ ...sourceMap, version: 3 }), { line, column: Math.max(0, column - 1) });
  return found.line === null ? '' : ` at line ${String(found.line)}, column ${String(found.column + 1)}`;
}

/** V8 and sucrase tell where, each in its way; columns of V8 are those of the module's text. */
function lineOf(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [, line, column] = /\((\d+):(\d+)\)$/.exec(message) ?? /^source:(\d+)/.exec(stack) ?? [];
  const where = line === undefined ? '' : ` at line ${line}${column === undefined ? '' : `, column ${column}`}`;
  const reason = message.replace(/^Error transforming.*?: /, '').replace(/ \(\d+:\d+\)$/, '');
  return `${where}: ${reason.slice(0, 200)}`;
}
