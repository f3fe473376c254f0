import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { idempotencyKey, json, type Operation, optional, waitFor } from '../../shared/operation';
import { platen } from '../../shared/transport';

const pathOf = (id: string): string => `/batches/${encodeURIComponent(id)}`;

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
				displayName: 'Result',
				name: 'result',
				type: 'options',
				default: '',
				options: [
					{ name: 'Merged PDF', value: 'merged', description: 'One PDF of all of them' },
					{ name: 'PDFs Only', value: '' },
					{ name: 'ZIP Archive', value: 'zip', description: 'An archive with all of them' },
				],
				description: 'What is made besides the PDFs; its link is result_url',
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
			const request = { items, ...optional(context, 'result', item) } as IDataObject;
			const { body } = await platen(context, {
				method: 'POST',
				path: '/generate/batch',
				body: request,
				...idempotencyKey(context, item, request),
				itemIndex: item,
			});
			const minutes = context.getNodeParameter('minutes', item) as number;
			return json(minutes === 0 ? body : await waitFor(context, item, pathOf(String(body['batch_id'])), ({ finished_at: at }) => at !== null));
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
			const path = pathOf(context.getNodeParameter('batchId', item) as string);
			return json((await platen(context, { method: 'GET', path, itemIndex: item })).body);
		},
	},
];
