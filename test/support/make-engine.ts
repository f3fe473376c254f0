import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asText, BUILT_IN, isTrue, resolveValue, type Scope, type Value } from './iml.ts';
import type { Manifest } from './make-deploy.ts';

export const APP = join(import.meta.dirname, '../../connectors/make');

type Json = Record<string, Value>;
type Bundle = Json;

type Valid = { readonly condition: string; readonly type?: string; readonly message: string };
interface Request {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Json;
  readonly qs?: Json;
  readonly body?: Value;
  /** How the body is sent; how the reply is read is the response's own type. */
  readonly type?: 'json' | 'text';
  readonly temp?: Json;
  readonly condition?: string | { readonly condition: string; readonly default: Value };
  readonly repeat?: { readonly condition: string; readonly delay: number; readonly limit: number };
  readonly response?: {
    readonly type?: string | Readonly<Record<string, string>>;
    readonly output?: Value;
    readonly iterate?: string;
    readonly limit?: Value;
    readonly temp?: Json;
    readonly data?: Json;
    readonly metadata?: Json;
    readonly valid?: Valid;
    readonly error?: Json;
  };
  readonly pagination?: { readonly condition: string; readonly qs: Json };
  readonly output?: Value;
}

/** An error as Make shows it, with the kind by which Make decides what to do. */
export class MakeError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const readApp = (path: string): string => readFileSync(join(APP, path), 'utf8');
export const readJson = (path: string): Value => JSON.parse(readApp(path)) as Value;

interface Outcome {
  readonly bundles: Bundle[];
  readonly temp: Json;
  readonly response: Json;
  readonly data: Json | undefined;
  readonly metadata: Json | undefined;
}

/** Runs the app's files as Make's documentation says that Make runs them. */
export class MakeEngine {
  readonly manifest = readJson('makecomapp.json') as Manifest;
  readonly functions = BUILT_IN;
  readonly #base = readJson('general/base.iml.json') as {
    headers: Json;
    baseUrl: string;
    response: { error: Json; valid: Valid };
    log: { sanitize: string[] };
  };
  connection: Json = {};
  /** Of the organization. */
  timezone = 'UTC';
  /** What Make would write into the scenario's log. */
  readonly log: Json[] = [];

  /** Makes the connection: its data and its label. */
  async connect(parameters: Json): Promise<string> {
    const request = readJson(this.#file('connection', 'platen', 'communication')) as Request;
    const { data, metadata } = await this.#request({ ...request, url: request.url }, { parameters, temp: {} }, false);
    this.connection = data ?? {};
    return asText(metadata?.['value']);
  }

  async module(name: string, parameters: Json = {}): Promise<Bundle[]> {
    return this.#chain(readJson(this.#file('module', name, 'communication')) as Request | Request[], { parameters });
  }

  async epoch(name: string): Promise<Bundle[]> {
    return this.#chain(readJson(this.#file('module', name, 'epoch')) as Request, { parameters: {} });
  }

  async rpc(name: string, parameters: Json = {}): Promise<Bundle[]> {
    return this.#chain(readJson(this.#file('rpc', name, 'communication')) as Request, { parameters });
  }

  async attach(name: string, parameters: Json, url: string): Promise<Json> {
    const request = readJson(this.#file('webhook', name, 'attach')) as Request;
    return (await this.#request(request, { parameters, webhook: { url }, temp: {} }, true)).data ?? {};
  }

  async detach(name: string, webhook: Json): Promise<void> {
    await this.#chain(readJson(this.#file('webhook', name, 'detach')) as Request[], { parameters: {}, webhook });
  }

  /** The bundle of one delivery, as an instant trigger gives it. */
  deliver(moduleName: string, body: Value): Value {
    const webhook = this.manifest.components.module[moduleName]?.webhook ?? '';
    const received = readJson(this.#file('webhook', webhook, 'communication')) as { output: Value };
    const bundle = resolveValue(received.output, { body }, this.functions);
    const shown = readJson(this.#file('module', moduleName, 'communication')) as { output: Value };
    return resolveValue(shown.output, { body: bundle }, this.functions);
  }

  #file(kind: keyof Manifest['components'], name: string, file: string): string {
    const path = this.manifest.components[kind][name]?.codeFiles[file];
    if (path === undefined) throw new Error(`no ${file} of ${kind} ${name}`);
    return path;
  }

  async #chain(requests: Request | readonly Request[], scope: Scope): Promise<Bundle[]> {
    let temp: Json = {};
    let bundles: Bundle[] = [];
    for (const request of Array.isArray(requests) ? (requests as readonly Request[]) : [requests as Request]) {
      const { condition } = request;
      const given = { ...scope, connection: this.connection, temp };
      if (
        condition !== undefined &&
        !isTrue(resolveValue(typeof condition === 'string' ? condition : condition.condition, given, this.functions))
      ) {
        if (typeof condition === 'object') bundles = [resolveValue(condition.default, given, this.functions) as Bundle];
        continue;
      }
      temp = { ...temp, ...(resolveValue(request.temp ?? {}, given, this.functions) as Json) };
      const outcome = await this.#request(request, { ...scope, temp }, true);
      temp = { ...temp, ...outcome.temp };
      if (request.response?.output !== undefined) bundles = outcome.bundles;
    }
    return bundles;
  }

  async #request(request: Request, scope: Scope, usesBase: boolean): Promise<Outcome> {
    const bundles: Bundle[] = [];
    let extra: Json = {};
    for (let left = request.repeat?.limit ?? 0; ;) {
      const known: Scope = { ...scope, connection: this.connection, environment: { timezone: this.timezone } };
      const response = await this.#send(request, known, extra, usesBase);
      const seen: Scope = { ...known, ...response };
      const { response: told = {} } = request;
      // Make asks for it in each round.
      const valid = told.valid ?? (usesBase ? this.#base.response.valid : undefined);
      if (valid !== undefined && !isTrue(resolveValue(valid.condition, seen, this.functions)))
        throw new MakeError(valid.type ?? 'DataError', asText(resolveValue(valid.message, seen, this.functions)));
      if (request.repeat !== undefined && left > 0 && isTrue(resolveValue(request.repeat.condition, seen, this.functions))) {
        left--;
        await pause(request.repeat.delay / 10);
        continue;
      }
      const limit = Number(resolveValue(told.limit ?? Infinity, seen, this.functions));
      const temp = resolveValue(told.temp ?? {}, seen, this.functions) as Json;
      const after = { ...seen, temp: { ...(scope['temp'] as Json), ...temp } };
      const items = told.iterate === undefined ? [undefined] : (resolveValue(told.iterate, after, this.functions) as Value[]);
      for (const item of items) {
        if (told.output !== undefined && bundles.length < limit)
          bundles.push(resolveValue(told.output, { ...after, item }, this.functions) as Bundle);
      }
      const more =
        request.pagination !== undefined &&
        bundles.length < limit &&
        isTrue(resolveValue(request.pagination.condition, after, this.functions));
      if (more) {
        extra = resolveValue(request.pagination.qs, after, this.functions) as Json;
        continue;
      }
      const data = told.data === undefined ? undefined : (resolveValue(told.data, after, this.functions) as Json);
      const metadata = told.metadata === undefined ? undefined : (resolveValue(told.metadata, after, this.functions) as Json);
      return { bundles, temp, response, data, metadata };
    }
  }

  async #send(request: Request, scope: Scope, extra: Json, usesBase: boolean): Promise<Json> {
    const resolve = (value: Value): Value => resolveValue(value, scope, this.functions);
    const path = asText(resolve(request.url));
    const url = new URL(path.startsWith('/') ? asText(resolve(this.#base.baseUrl)) + path : path);
    const qs = { ...(resolve(request.qs ?? {}) as Json), ...extra };
    for (const [key, value] of Object.entries(qs)) url.searchParams.set(key, asText(value));
    const own = { ...(usesBase ? (resolve(this.#base.headers) as Json) : {}), ...(resolve(request.headers ?? {}) as Json) };
    const headers = new Headers(own as Record<string, string>);
    const body = resolve(request.body);
    const isText = request.type === 'text' || body === undefined;
    if (!isText) headers.set('content-type', 'application/json');
    const answer = await fetch(url, {
      method: asText(resolve(request.method ?? 'GET')),
      headers,
      redirect: 'manual',
      ...(body === undefined || body === '' ? {} : { body: isText ? asText(body) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const readAs = request.response?.type;
    const isBinary = (typeof readAs === 'object' ? (readAs[String(answer.status)] ?? readAs['*']) : readAs) === 'binary';
    const parsed = isBinary ? bytes : parse(bytes.toString());
    const seen = { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: parsed };
    this.#write({
      request: { url: url.href, headers: Object.fromEntries(headers), body },
      response: { ...seen, body: isBinary ? '(binary)' : parsed },
    });
    if (answer.status >= 400) throw this.#errorOf(request, usesBase, seen, scope);
    return seen;
  }

  #errorOf(request: Request, usesBase: boolean, seen: Json, scope: Scope): MakeError {
    const told = { ...(usesBase ? this.#base.response.error : {}), ...request.response?.error };
    const own = (told[asText(seen['statusCode'])] ?? told) as { type?: string; message: string };
    const of = (value: string): string => asText(resolveValue(value, { ...scope, ...seen }, this.functions));
    return new MakeError(of(own.type ?? 'RuntimeError'), of(own.message));
  }

  /** What is named for it is not written down. */
  #write(entry: Json): void {
    const copy = JSON.parse(JSON.stringify(entry)) as Json;
    for (const path of this.#base.log.sanitize) {
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      const at = keys.reduce<Value>((value, key) => (value as Json | undefined)?.[key], copy);
      if (typeof at === 'object' && at !== null && last in at) (at as Json)[last] = '(sanitized)';
    }
    this.log.push(copy);
  }
}

function parse(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return text; // not JSON: a proxy's answer, say
  }
}
