import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { transform } from 'sucrase';
import { SourceRefused } from './problem.ts';
import { firstProblem, type JavaScriptToken } from './react-exports.ts';

interface SucraseParser {
  parse(code: string, jsx: boolean, typescript: boolean, flow: boolean): { readonly tokens: readonly JavaScriptToken[] };
}

// Its typings have no path to the parser, which tells code from strings and comments.
const { parse } = createRequire(import.meta.url)('sucrase/dist/parser/index.js') as SucraseParser;

/** What the runtime calls the module with (react-page.ts). */
const PARAMETERS = ['module', 'exports', 'require', 'React'];

/**
 * JSX or TSX to the text of a CommonJS module. Nothing of it runs here: it runs in a browser page without network.
 * @throws SourceRefused for source that does not parse, imports anything but react, or exports no component as default
 */
export function transpileReact(source: string): string {
  let code: string;
  try {
    code = transform(source, { transforms: ['typescript', 'jsx', 'imports'], production: true, jsxRuntime: 'classic' }).code;
  } catch (error) {
    throw doesNotParse(error, /\((\d+):(\d+)\)$/.exec(error instanceof Error ? error.message : ''));
  }
  try {
    // sucrase reads loosely; V8 compiles without running. Lines are those of the source, columns are not.
    compileFunction(code, PARAMETERS, { filename: 'source' });
  } catch (error) {
    throw doesNotParse(error, /^source:(\d+)/.exec(error instanceof Error ? (error.stack ?? '') : ''));
  }
  const problem = firstProblem(code, parse(code, false, false, false).tokens);
  if (problem !== undefined) throw new SourceRefused('react', problem);
  return code;
}

function doesNotParse(error: unknown, location: RegExpExecArray | null): SourceRefused {
  if (error instanceof RangeError) return new SourceRefused('react', 'does not parse: the source is nested too deeply');
  const [, line, column] = location ?? [];
  const where = line === undefined ? '' : ` at line ${line}${column === undefined ? '' : `, column ${column}`}`;
  const reason = (error instanceof Error ? error.message : String(error))
    .replace(/^Error transforming.*?: /, '')
    .replace(/ \(\d+:\d+\)$/, '');
  return new SourceRefused('react', `does not parse${where}: ${reason.slice(0, 200)}`);
}
