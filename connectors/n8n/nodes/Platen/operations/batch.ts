import { type IDataObject, type IExecuteFunctions, NodeOperationError, sleep } from 'n8n-workflow';
import { idempotencyKey, json, type Operation } from '../../shared/operation';
import { platen } from '../../shared/transport';

const POLL_MS = 2000;
const SECONDS_A_MINUTE = 60;

async function ended(context: IExecuteFunctions, item: number, id: string, minutes: number): Promise<IDataObject> {
	for (let look = 0; look < (minutes * SECONDS_A_MINUTE * 1000) / POLL_MS; look++) {
		const { body } = await platen(context, { method: 'GET', path: `/batches/${encodeURIComponent(id)}`, itemIndex: item });
		if (body['finished_at'] !== null) return body;
		await sleep(POLL_MS);
	}
	throw new NodeOperationError(context.getNode(), `The batch ${id} has not ended after ${String(minutes)} minutes`, { itemIndex: item });
}

export const batchOperations: Operation[] = [
	{
		resource: 'batch',
		value: 'generate',
		name: 'Generate',
		action: 'Generate a batch of PDFs',
		description: 'Make up to 100 PDFs at once',
		fields: [
			{
				displayName: 'Items (JSON)',
				name: 'items',
				type: 'json',
				required: true,
				default: '[\n  { "template": "tmpl_…", "data": {} }\n]',
				description: 'An array of what the API takes: html or template, data, options',
			},
			{
				displayName: 'Wait for (Minutes)',
				name: 'minutes',
				type: 'number',
				default: 10,
				typeOptions: { minValue: 0, maxValue: 120 },
				description: 'How long to wait for the last PDF; 0 goes on at once with the IDs',
			},
		],
		async run(context, item) {
			const given = context.getNodeParameter('items', item);
			let items: unknown;
			try {
				items = typeof given === 'string' ? JSON.parse(given) : given;
			} catch {
				throw new NodeOperationError(context.getNode(), 'Items must be JSON', { itemIndex: item });
			}
			const { body } = await platen(context, {
				method: 'POST',
				path: '/generate/batch',
				body: { items } as IDataObject,
				...idempotencyKey(context, item),
				itemIndex: item,
			});
			const minutes = context.getNodeParameter('minutes', item) as number;
			return json(minutes === 0 ? body : await ended(context, item, String(body['batch_id']), minutes));
		},
	},
	{
		resource: 'batch',
		value: 'get',
		name: 'Get',
		action: 'Get a batch',
		description: 'Get the state of a batch and its PDFs',
		fields: [{ displayName: 'Batch ID', name: 'batchId', type: 'string', required: true, default: '', placeholder: 'batch_…' }],
		async run(context, item) {
			const id = encodeURIComponent(context.getNodeParameter('batchId', item) as string);
			return json((await platen(context, { method: 'GET', path: `/batches/${id}`, itemIndex: item })).body);
		},
	},
];
