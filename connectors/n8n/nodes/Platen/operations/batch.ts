import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { fromLink, idempotencyKey, json, type Operation, optional, optionalTexts, outputField, waitFor } from '../../shared/operation';
import { templateField } from '../../shared/templates';
import { platen } from '../../shared/transport';
import { filledTemplate, variablesField, zones } from './pdf';

const pathOf = (id: string): string => `/batches/${encodeURIComponent(id)}`;

const MOST_NAMED = 10;

/** An archive that lacks documents looks like a whole one. */
function refuseIncomplete(context: IExecuteFunctions, item: number, batch: IDataObject): void {
	const failed = ((batch['generations'] ?? []) as IDataObject[]).filter(({ status }) => status === 'failed');
	if (failed.length === 0) return;
	const message = `${String(failed.length)} of ${String(batch['total'])} documents of the batch ${String(batch['batch_id'])} could not be made`;
	const description = failed.slice(0, MOST_NAMED).map(({ index, error }) => `Item ${String(index)}: ${String(error)}`).join('\n');
	throw new NodeOperationError(context.getNode(), message, { description, itemIndex: item });
}

const takesAll = (context: IExecuteFunctions): boolean => context.getNodeParameter('documentsFrom', 0, 'json') === 'items';
const ofItems = (field: INodeProperties): INodeProperties => ({ ...field, displayOptions: { show: { documentsFrom: ['items'] } } });

/** One document of the template for each item that came. */
function documentsOfItems(context: IExecuteFunctions): IDataObject[] {
	return context.getInputData().map((_, item) => {
		const { template_id: template, data } = filledTemplate(context, item);
		return { template, data, ...zones(context), ...optionalTexts(context, ['filename'], item) };
	});
}

function documentsOfJson(context: IExecuteFunctions, item: number): unknown {
	const given = context.getNodeParameter('items', item);
	try {
		return typeof given === 'string' ? (JSON.parse(given) as unknown) : given;
	} catch {
		throw new NodeOperationError(context.getNode(), 'Items must be JSON', { itemIndex: item });
	}
}

async function generate(context: IExecuteFunctions, item: number, items: unknown): Promise<INodeExecutionData[]> {
	const request = { items, ...optional(context, 'result', item) } as IDataObject;
	const { body } = await platen(context, {
		method: 'POST',
		path: '/generate/batch',
		body: request,
		...idempotencyKey(context, item, request),
		itemIndex: item,
	});
	const path = pathOf(String(body['batch_id']));
	const minutes = context.getNodeParameter('minutes', item) as number;
	// Whether it is waited for or not, what comes is the whole batch.
	if (minutes === 0) return json((await platen(context, { method: 'GET', path, itemIndex: item })).body);
	const batch = await waitFor(context, item, path, ({ finished_at: at }) => at !== null);
	if (request['result'] !== undefined && !(context.getNodeParameter('acceptIncomplete', item, false) as boolean)) refuseIncomplete(context, item, batch);
	const url = batch['result_url'];
	if (typeof url !== 'string' || !(context.getNodeParameter('download', item, true) as boolean)) return json(batch);
	return [await fromLink(context, item, batch, request['result'] === 'zip' ? 'batch.zip' : 'merged.pdf', url)];
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
				displayName: 'Documents From',
				name: 'documentsFrom',
				type: 'options',
				default: 'json',
				options: [
					{ name: 'All Incoming Items', value: 'items', description: 'One PDF of a template for each item, all in one batch' },
					{ name: 'JSON', value: 'json', description: 'One batch for each item, of what its JSON lists' },
				],
				description: 'Which documents the batch makes',
			},
			ofItems(templateField),
			ofItems(variablesField),
			ofItems({ displayName: 'File Name', name: 'filename', type: 'string', default: '', placeholder: 'invoice.pdf', description: 'What each PDF is saved as' }),
			{
				displayName: 'Items (JSON)',
				name: 'items',
				type: 'json',
				required: true,
				default: '[\n  { "template": "tmpl_…", "data": {} }\n]',
				displayOptions: { show: { documentsFrom: ['json'] } },
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
				displayName: 'Download Result',
				name: 'download',
				type: 'boolean',
				default: true,
				displayOptions: { show: { result: ['merged', 'zip'] } },
				description: 'Whether to put the archive or the merged PDF into the item, beside its link',
			},
			{
				displayName: 'Accept Incomplete',
				name: 'acceptIncomplete',
				type: 'boolean',
				default: false,
				displayOptions: { show: { result: ['merged', 'zip'] } },
				description: 'Whether to go on with an archive or a merged PDF that lacks documents which could not be made',
			},
			{ ...outputField, displayOptions: { show: { result: ['merged', 'zip'], download: [true] } } },
			{
				displayName: 'Wait for (Minutes)',
				name: 'minutes',
				type: 'number',
				default: 10,
				typeOptions: { minValue: 0, maxValue: 120 },
				description: 'How long to wait for the last PDF; 0 goes on at once, with a batch that has not ended',
			},
		],
		takesAll,
		async run(context, item) {
			return generate(context, item, takesAll(context) ? documentsOfItems(context) : documentsOfJson(context, item));
		},
	},
	{
		resource: 'batch',
		value: 'get',
		name: 'Get',
		action: 'Get a batch',
		description: 'Get the state of a batch and its PDFs',
		fields: [{ displayName: 'Batch ID', name: 'batchId', type: 'string', required: true, default: '', placeholder: 'batch_…', description: 'The batch_id that Generate answered' }],
		async run(context, item) {
			const path = pathOf(context.getNodeParameter('batchId', item) as string);
			return json((await platen(context, { method: 'GET', path, itemIndex: item })).body);
		},
	},
];
