import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { dereference } from '../../plugins/dashboard/pages/dereference.ts';
import { hostileBodies, type HostileBody } from './hostile-bodies.ts';

export interface SenderData {
  readonly url: string;
  readonly key: string;
  /** Only routes whose path contains it. */
  readonly only: string;
  /** Every body and not only those that stand for the others. */
  readonly every: boolean;
}

export interface SentBody {
  readonly route: string;
  readonly body: string;
  /** 0 when the connection broke. */
  readonly status: number;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> } }>>
    >
  >;
}

const { url, key, only, every } = workerData as SenderData;

function send(method: string, path: string, { make }: HostileBody, n: number): Promise<number> {
  const body = make();
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.byteLength,
      ...(method === 'post' ? { 'idempotency-key': `hostile-${String(n)}` } : {}),
    };
    const sending = request(url + path, { method, headers }, (answer) => {
      answer.resume().once('end', () => {
        resolve(answer.statusCode ?? 0);
      });
    });
    sending.once('error', () => {
      resolve(0);
    });
    sending.end(body);
  });
}

/** One body after the other; the next is sent when the reader asks. */
async function* everyBody(): AsyncGenerator<SentBody> {
  const { paths } = dereference((await (await fetch(`${url}/openapi.json`)).json()) as OpenApi);
  let n = 0;
  for (const [template, methods] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema === undefined || !template.includes(only)) continue;
      const path = template.replace(/\{\w+\}/g, 'tmpl_none');
      for (const body of hostileBodies(template, schema).filter(({ worst }) => worst || every)) {
        yield { route: `${method} ${template}`, body: body.name, status: await send(method, path, body, n++) };
      }
    }
  }
}

const bodies = everyBody();
parentPort?.on('message', () => {
  void bodies.next().then(({ value, done }) => {
    parentPort?.postMessage(done === true ? null : value);
  });
});
