import { marksIn } from '../support/marked.ts';
import { textOf } from '../support/pdf.ts';
import { FOREIGN, type FuzzCase, type Mark } from './case.ts';

/** What came of a request; status 0 when there was no answer. */
export interface Outcome {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly seconds: number;
}

/** What nobody but the hub's operators may read. */
const INTERNALS = [
  /node_modules/,
  /\b[\w-]+\.[cm]?[jt]s:\d+/,
  /(?:\n|\\n)\s+at \S/,
  /\/(?:work|root|home|tmp|var|usr|platen)\/[\w.-]+/,
  /mongodb:|MongoServer|BSON|E11000/,
  /ECONN|ENOENT|EACCES|EPIPE|ERR_[A-Z]{3}/,
  /net::|Protocol error|Target closed|Session closed|Execution context|puppeteer|CDP\b/i,
  /\[object Object\]/,
];
/** The words of JavaScript's own errors; scripts of a caller may end with them, the hub's may not. */
const OWN_ERRORS =
  /Cannot (?:read|set|convert|destructure|access) |is not (?:a function|iterable|a constructor|defined)|Maximum call stack|of undefined|Invalid array length|Unexpected (?:token|end of)|Invalid time value|RangeError|TypeError/;
const SLOWEST_S = 55;
const NOT_WORTH_WAITING = ['USAGE_LIMIT_EXCEEDED', 'AI_NOT_CONFIGURED'];
const RUNS_SCRIPTS: readonly FuzzCase['group'][] = ['react', 'document', 'batch'];

interface Envelope {
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly request_id?: unknown; readonly retry_after?: unknown };
}

export const requestIdOf = (outcome: Outcome): string => outcome.headers.get('x-request-id') ?? '';

/** The first line of a text without what differs from case to case. */
export function normalise(text: string): string {
  return (text.split('\n')[0] ?? '')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '"…"')
    .replace(/\b[a-z]{2,6}_\w+/g, 'id')
    .replace(/\d+/g, '#')
    .slice(0, 160);
}

const routeOf = ({ method, path }: FuzzCase): string => `${method} ${path.replace(/\?.*/s, '').slice(0, 60)}`;

/** An answer that came too late for a machine that does nothing else. */
export const lateness = (sent: FuzzCase, { seconds }: Outcome): string[] =>
  seconds > SLOWEST_S ? [`${routeOf(sent)}: answered after more than ${String(SLOWEST_S)} s`] : [];

/** Everything else that is wrong with an answer, each by a sentence that is the same for the same fault. */
export function faultsOf(sent: FuzzCase, { status, headers, text }: Outcome): string[] {
  const route = routeOf(sent);
  if (status === 0) return [`${route}: no answer (${normalise(text)})`];
  const faults: string[] = [];
  if (status >= 500 && status !== 503 && !(status === 501 && asksForProtection(sent))) faults.push(`${route}: status ${String(status)}`);
  if (status < 300 && Object.values(FOREIGN).some((id) => sent.path.includes(id)))
    faults.push(`${route}: reached what another account has`);
  if (status < 400) return faults;
  const { error } = parse(text);
  if (error === undefined || typeof error.code !== 'string' || typeof error.message !== 'string' || error.message.length <= 5)
    return [...faults, `${route}: status ${String(status)} without an error envelope`];
  if (error.request_id !== headers.get('x-request-id')) faults.push(`${route}: the envelope has another request id`);
  if ((status === 429 || status === 503) && headers.get('retry-after') === null && !NOT_WORTH_WAITING.includes(error.code))
    faults.push(`${route}: ${String(status)} ${error.code} without Retry-After`);
  const leak = leakOf(sent, JSON.stringify(error));
  if (leak !== undefined) faults.push(`${route}: an error tells internals: ${leak}`);
  return faults;
}

/** What a text says of the insides, unless the caller sent it. */
export function leakOf(sent: FuzzCase, text: string): string | undefined {
  const patterns = RUNS_SCRIPTS.includes(sent.group) ? INTERNALS : [...INTERNALS, OWN_ERRORS];
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null && sent.body?.includes(found[0]) !== true)
      return normalise(text.slice(Math.max(0, found.index - 60), found.index + 80).replaceAll('"', ''));
  }
  return undefined;
}

const asksForProtection = ({ path, body = '' }: FuzzCase): boolean => path === '/v1/pdf/protect' || body.includes('protect');

function parse(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // which the caller of this says
  }
}

/** What is wrong with the PDF of a document by what it is recognised by; undefined when nothing is, or the PDF cannot tell. */
export async function wrongDocument(pdf: Uint8Array, mark: Mark | undefined): Promise<string | undefined> {
  const found = marksIn(await textOf(pdf));
  if (found.some((text) => text !== mark?.text)) return "a PDF holds another document's text";
  return mark?.isSure === true && found.length === 0 ? 'a PDF lacks the text of its document' : undefined;
}
