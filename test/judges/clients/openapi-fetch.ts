import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const { PLATEN_URL: baseUrl = '', PLATEN_KEY: key = '' } = process.env;
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const made = await client.POST('/v1/generate', { body: { html: '<p>by openapi-fetch', metadata: { order: 7 } } });
if (made.data === undefined || !('url' in made.data)) throw new Error(made.error?.error.message ?? 'no link');
const { id, url, pages } = made.data;

const bad = await client.POST('/v1/generate', { body: { html: 'x', options: { format: 'A4', margin: 'wide' } } });
const field = bad.error?.error.fields?.[0]?.field;
const requestId = bad.response.headers.get('X-Request-Id') === bad.error?.error.request_id;

const list = await client.GET('/v1/generations', { params: { query: { limit: 10, status: 'completed' } } });
const listed = list.data?.data.map((one) => one.id);

const batch = await client.POST('/v1/generate/batch', {
  params: { header: { 'Idempotency-Key': 'batch-by-openapi-fetch', 'Idempotency-Scope': 'body' } },
  body: { items: [{ html: '<p>1' }, { html: '<p>2' }] },
});
const batchId = batch.data?.batch_id ?? '';
let completed = 0;
for (let n = 0; n < 300; n++) {
  const { data } = await client.GET('/v1/batches/{id}', { params: { path: { id: batchId } } });
  completed = data?.completed ?? 0;
  if (data?.finished_at !== null) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const action = await client.POST('/v1/integrations/actions/generate', { body: { html: '<p>action', format: 'Letter' } });
const file = await createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } }).GET('/v1/generations/{id}/file', {
  params: { path: { id } },
  parseAs: 'arrayBuffer',
});
const begins = Buffer.from(file.data ?? new ArrayBuffer(0)).toString('latin1', 0, 5);

console.log(JSON.stringify({ id, url, pages, field, requestId, listed, completed, action: action.data?.id, begins }));
