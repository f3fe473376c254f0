import { parse, type ParserOptions } from '@babel/parser';

const OPTIONS: ParserOptions = { sourceType: 'module', allowReturnOutsideFunction: true, plugins: ['typescript', 'jsx'] };

interface BabelError extends SyntaxError {
  readonly loc: { readonly line: number; readonly column: number };
  readonly pos: number;
}

/**
 * What is wrong with source that does not parse, with its place: ` at line 4, column 7: …`. An element that is never closed is told
 * where it opens. Undefined for source that Babel's parser takes.
 */
export function syntaxProblem(source: string): string | undefined {
  const error = errorOf(source);
  if (error === undefined) return undefined;
  const reason = reasonOf(error);
  const end = endOfElements(source, error);
  const told = end === undefined ? error : (errorOf(`${source.slice(0, end)}</>`) ?? error);
  const [, tag] = /^Expected corresponding JSX closing tag for <(.*)>\.$/.exec(reasonOf(told)) ?? [];
  const opening = tag === undefined ? undefined : openingOf(source, tag, told.pos);
  if (tag === undefined || opening === undefined) {
    return ` at line ${String(error.loc.line)}, column ${String(error.loc.column + 1)}: ${reason.slice(0, 200)}`;
  }
  const before = source.slice(0, opening).split('\n');
  const [closing] = /^<\/[^>]{0,100}>/.exec(source.slice(told.pos)) ?? [];
  const found = closing === undefined ? '' : `; ${closing} follows at line ${String(told.loc.line)}`;
  return ` at line ${String(before.length)}, column ${String((before.at(-1) ?? '').length + 1)}: <${tag}> is not closed${found}`;
}

/**
 * Where elements that are still open must have ended, where the error hides which of them it is: at the end of the file, or at the
 * brace that ends the function or expression around them. A brace without which the source parses is one too many itself.
 */
function endOfElements(source: string, error: BabelError): number | undefined {
  const reason = reasonOf(error);
  if (reason.startsWith('Unterminated JSX') || error.pos >= source.length) return source.length;
  if (!reason.startsWith('Unexpected token `}`')) return undefined;
  const without = `${source.slice(0, error.pos)} ${source.slice(error.pos + 1)}`;
  return errorOf(without) === undefined ? undefined : error.pos;
}

function errorOf(source: string): BabelError | undefined {
  try {
    parse(source, OPTIONS);
    return undefined;
  } catch (error) {
    if (isBabelError(error)) return error;
    throw error;
  }
}

const reasonOf = ({ message }: BabelError): string => message.replace(/ \(\d+:\d+\)$/, '');

const isBabelError = (error: unknown): error is BabelError => error instanceof SyntaxError && 'loc' in error && 'pos' in error;

/** The last opening tag of a name before a place that no closing tag of that name ends. */
function openingOf(source: string, tag: string, before: number): number | undefined {
  const name = tag.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const tags = [...source.slice(0, before).matchAll(new RegExp(`<(/?)${name}(?![\\w.:-])(?:=>|[^>]){0,2000}>`, 'g'))];
  let closed = 0;
  for (const { 0: text, 1: slash, index } of tags.reverse()) {
    if (slash === '/') closed++;
    else if (text.endsWith('/>')) continue;
    else if (closed > 0) closed--;
    else return index;
  }
  return undefined;
}
