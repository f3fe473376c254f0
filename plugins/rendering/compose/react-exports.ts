/** A token of sucrase's parser. */
export interface JavaScriptToken {
  readonly start: number;
  readonly end: number;
  readonly scopeDepth: number;
}

const KNOWN_MODULES = new Set(['react', 'react/jsx-runtime']);
const COMPONENT = 'the default export must be a component, that is a function or a class';
/** What an expression that begins so always is, whatever follows. */
const PREFIXES = new Set(['!', '-', '+', '~', 'void', 'typeof']);
const CONSTANTS = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity']);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * What in a CommonJS module, as sucrase writes it, can never become a page: another import than react's, no default
 * export, or one that is a plain value. What only running it would tell is left to running it.
 */
export function firstProblem(code: string, tokens: readonly JavaScriptToken[]): string | undefined {
  const words = tokens.map(({ start, end }) => code.slice(start, end));
  const lineOf = (index: number): string => String(code.slice(0, tokens[index]?.start ?? 0).split('\n').length);

  let exported = false;
  for (const [i, word] of words.entries()) {
    if (word === 'require' && words[i - 1] !== '.' && words[i + 1] === '(') {
      const name = unquoted(words[i + 2] ?? '');
      if (name !== undefined && words[i + 3] === ')' && !KNOWN_MODULES.has(name))
        return `imports ${name.slice(0, 100)} at line ${lineOf(i)}, which is not available; only react is`;
    }
    if (word === 'module' && words[i + 1] === '.' && words[i + 2] === 'exports') exported = true;
    if (word !== 'exports') continue;
    if (unquoted(words[i + 2] ?? '') === 'default') exported = true; // exports['default'] and defineProperty
    if (words[i + 1] !== '.' || words[i + 2] !== 'default') continue;
    exported = true;
    if (words[i + 3] !== '=' || tokens[i]?.scopeDepth !== 0) continue;
    const kind = valueAt(i + 4);
    if (kind !== undefined) return `exports ${kind} as default at line ${lineOf(i)}; ${COMPONENT}`;
  }
  return exported ? undefined : `has no default export; ${COMPONENT}`;

  /** What plain value an expression is; undefined when it may be a component. */
  function valueAt(at: number, followed = false): string | undefined {
    const word = words[at] ?? '';
    if (PREFIXES.has(word)) return 'a plain value';
    if (word === '{' || word === '[') {
      const end = closing(at);
      if (!endsAt(end) || words.slice(at, end).includes('$$typeof')) return undefined;
      return word === '{' ? 'an object' : 'a list';
    }
    if (/^['"`\d]/.test(word)) return endsAt(word === '`' ? words.indexOf('`', at + 1) : at) ? 'a plain value' : undefined;
    if (!/^[\p{ID_Start}$_]/u.test(word)) return undefined;
    if (CONSTANTS.has(word)) return endsAt(at) ? 'a plain value' : undefined;
    let last = at;
    while (words[last + 1] === '.') last += 2;
    if (words[last] === 'createElement' && last > at && words[last + 1] === '(')
      return endsAt(closing(last + 1)) ? 'an element' : undefined;
    return endsAt(at) && !followed ? constantAt(word) : undefined;
  }

  /** The value of a name, where the module says once and for all what it is. */
  function constantAt(name: string): string | undefined {
    const at = words.findIndex(
      (word, i) => word === name && words[i - 1] === 'const' && words[i + 1] === '=' && tokens[i]?.scopeDepth === 0,
    );
    return at === -1 ? undefined : valueAt(at + 2, true);
  }

  function closing(open: number): number {
    let depth = 0;
    for (let i = open; i < words.length; i++) {
      const word = words[i] ?? '';
      if (word in CLOSING || word === '${') depth++;
      else if ((word === ')' || word === ']' || word === '}') && --depth === 0) return i;
    }
    return words.length;
  }

  function endsAt(index: number): boolean {
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (token === undefined || next === undefined) return true;
    return [';', ',', ''].includes(words[index + 1] ?? '') || code.slice(token.end, next.start).includes('\n');
  }
}

function unquoted(word: string): string | undefined {
  return /^(["'])(.*)\1$/s.exec(word)?.[2];
}
