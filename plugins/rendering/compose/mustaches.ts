import { SourceRefused } from './problem.ts';

export interface Mustache {
  readonly start: number;
  readonly end: number;
  /** `open`, `else` and `close` belong to a block, `partial` prints markup, `value` prints text, `note` nothing. */
  readonly kind: 'open' | 'else' | 'close' | 'partial' | 'value' | 'note';
}

/** A character that no document needs, in the place of every character of an expression. */
export const FILLER = '\uE000';

const MUSTACHE = /\{\{(?:~?!--[\s\S]*?--~?\}\}|~?![\s\S]*?\}\}|(?:"[^"]*"|'[^']*'|\[[^\]]*\]|[^}"'[]|\}(?!\}))*\}\})/g;

/** Expressions that print their text as it is, written as those that escape it. */
export function escapeRawOutput(template: string): string {
  return template.replace(/\{\{(~?)\{([\s\S]*?)\}(~?)\}\}/g, '{{$1$2$3}}').replace(/\{\{(~?)\s*&/g, '{{$1');
}

/** @throws SourceRefused for what can be read in two ways */
export function findMustaches(template: string): Mustache[] {
  if (/\{\{\{|\\\{\{/.test(template))
    throw new SourceRefused('html', 'has an expression in three braces, or a backslash before an expression');
  if (template.includes(FILLER)) throw new SourceRefused('html', 'has a character of the private use area, U+E000');
  const found = [...template.matchAll(MUSTACHE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind: kindOf(match[0]),
  }));
  let at = 0;
  for (const { start, end } of found) {
    if (template.slice(at, start).includes('{{')) break;
    at = end;
  }
  if (template.includes('{{', at)) throw new SourceRefused('html', 'has an expression that does not end');
  return found;
}

function kindOf(text: string): Mustache['kind'] {
  const inner = text.slice(2, -2).replace(/^~?\s*/, '');
  if (inner.startsWith('!')) return 'note';
  if (inner.startsWith('#')) return 'open';
  if (inner.startsWith('/')) return 'close';
  if (inner.startsWith('>')) return 'partial';
  if (/^else\b|^\^\s*~?$/.test(inner)) return 'else';
  return inner.startsWith('^') ? 'open' : 'value';
}

export function maskMustaches(template: string, mustaches: readonly Mustache[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of mustaches) {
    masked += template.slice(at, start) + FILLER.repeat(end - start);
    at = end;
  }
  return masked + template.slice(at);
}

/** True when every block that begins among these ends among them. */
export function isBalanced(mustaches: readonly Mustache[]): boolean {
  let depth = 0;
  for (const { kind } of mustaches) {
    if (kind === 'open') depth++;
    else if (kind === 'close' && --depth < 0) return false;
    else if (kind === 'else' && depth === 0) return false;
  }
  return depth === 0;
}
