import { createClient } from './client/client/index.js';
import { createBatch, createGeneration, downloadGeneration, generateFromFields, getBatch, listGenerations } from './client/sdk.gen.js';

const { PLATEN_URL: baseUrl = '', PLATEN_KEY: auth = '' } = process.env;
const client = createClient({ baseUrl, auth });

const made = await createGeneration({ client, body: { html: '<p>by hey-api', metadata: { order: 7 } } });
if (made.data === undefined || !('url' in made.data)) throw new Error(made.error?.error.message ?? 'no link');
const { id, url, pages } = made.data;

const bad = await createGeneration({ client, body: { html: 'x', options: { format: 'A4', margin: 'wide' } } });
const field = bad.error?.error.fields?.[0]?.field;
const requestId = bad.response?.headers.get('X-Request-Id') === bad.error?.error.request_id;

const list = await listGenerations({ client, query: { limit: 10, status: 'completed' } });
const listed = list.data?.data.map((one) => one.id);

const batch = await createBatch({
  client,
  headers: { 'Idempotency-Key': 'batch-by-hey-api', 'Idempotency-Scope': 'body' },
  body: { items: [{ html: '<p>1' }, { html: '<p>2' }] },
});
const batchId = batch.data?.batch_id ?? '';
let completed = 0;
for (let n = 0; n < 300; n++) {
  const { data } = await getBatch({ client, path: { id: batchId } });
  completed = data?.completed ?? 0;
  if (data?.finished_at !== null) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const action = await generateFromFields({ client, body: { html: '<p>action', format: 'Letter' } });
const file = await downloadGeneration({ client, path: { id } });
const begins = Buffer.from((await file.data?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('latin1', 0, 5);

console.log(JSON.stringify({ id, url, pages, field, requestId, listed, completed, action: action.data?.id, begins }));
