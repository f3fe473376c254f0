import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { asText, idempotencyKey, type Operation, outputField, withFile } from '../../shared/operation';
import { platen } from '../../shared/transport';
import { htmlField, urlField } from './pdf';

const imageFields: INodeProperties[] = [
	{
		displayName: 'Width',
		name: 'width',
		type: 'number',
		default: 1280,
		typeOptions: { minValue: 1, maxValue: 4096 },
		description: 'Width of the browser window in pixels',
	},
	{
		displayName: 'Image Options',
		name: 'imageOptions',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Height',
				name: 'height',
				type: 'number',
				default: 720,
				typeOptions: { minValue: 1, maxValue: 16384 },
				description: 'Height of the image in pixels; the whole page, however high it is, when not given',
			},
			{
				displayName: 'Scale',
				name: 'scale',
				type: 'number',
				default: 1,
				typeOptions: { minValue: 0.1, maxValue: 4, numberPrecision: 1 },
				description: 'Pixels of the image for each pixel of the window; 2 for sharp screens',
			},
			{
				displayName: 'Type',
				name: 'type',
				type: 'options',
				default: 'png',
				description: 'PNG is exact, JPEG is smaller for photos',
				options: [
					{ name: 'JPEG', value: 'jpeg' },
					{ name: 'PNG', value: 'png' },
				],
			},
		],
	},
];

/** An image of what a browser window shows. */
async function capture(context: IExecuteFunctions, item: number, source: IDataObject): Promise<INodeExecutionData[]> {
	const given = context.getNodeParameter('imageOptions', item, {}) as IDataObject;
	const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null));
	const body = { ...source, image: { width: context.getNodeParameter('width', item) as number, ...options } };
	const request = { method: 'POST' as const, path: '/generate', body, ...idempotencyKey(context, item, body), itemIndex: item };
	const { body: made } = await platen(context, request);
	const filename = `page.${options['type'] === 'jpeg' ? 'jpg' : 'png'}`;
	return [await withFile(context, item, { ...made, filename })];
}

export const imageOperations: Operation[] = [
	{
		resource: 'pdf',
		value: 'htmlToImage',
		name: 'Convert HTML to Image',
		action: 'Convert HTML to an image',
		description: 'Draw HTML as an image of the whole page; it counts as one PDF',
		fields: [htmlField, ...imageFields, outputField],
		keepsInput: true,
		run: async (context, item) => capture(context, item, { html: asText(context.getNodeParameter('html', item)) }),
	},
	{
		resource: 'pdf',
		value: 'urlToImage',
		name: 'Convert Web Page to Image',
		action: 'Convert a web page to an image',
		description: 'Draw a page of the web as an image of the whole page; it counts as one PDF',
		fields: [urlField, ...imageFields, outputField],
		keepsInput: true,
		run: async (context, item) => capture(context, item, { url: asText(context.getNodeParameter('url', item)) }),
	},
];
