import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { asText, idempotencyKey, json, type Operation, optionalTexts, outputField, waitFor, withFile } from '../../shared/operation';
import { listField, templateField } from '../../shared/templates';
import { platen } from '../../shared/transport';
import { dataOf, put, unfold } from '../../shared/variables';

/** Then the node looks for it itself. */
const WAIT_S = 10;

export const variablesField: INodeProperties = {
	displayName: 'Variables',
	name: 'variables',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: 'The values of the variables of the template; what is left empty is printed as nothing',
	typeOptions: {
		loadOptionsDependsOn: ['templateId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getVariables',
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			supportAutoMap: true,
		},
	},
};

const oneForAllField: INodeProperties = {
	displayName: 'One PDF of All Items',
	name: 'oneForAll',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether all incoming items become the entries of a list in one PDF, such as the lines of an invoice; the variables are those of the first item',
};
const ofAll = (field: INodeProperties): INodeProperties => ({ ...field, displayOptions: { show: { oneForAll: [true] } } });
const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: 'What each entry of the list has, of each incoming item',
	typeOptions: {
		loadOptionsDependsOn: ['templateId.value', 'list.value'],
		resourceMapper: { resourceMapperMethod: 'getColumns', mode: 'add', fieldWords: { singular: 'column', plural: 'columns' }, addAllFields: true, supportAutoMap: true },
	},
};

const paperField: INodeProperties = {
	displayName: 'Paper',
	name: 'format',
	type: 'options',
	default: '',
	description: 'The size of the pages; as the template was saved, or A4, when not chosen',
	options: [
		{ name: 'A4', value: 'A4' },
		{ name: 'As Saved, or A4', value: '' },
		{ name: 'Legal', value: 'Legal' },
		{ name: 'Letter', value: 'Letter' },
	],
};
const orientationField: INodeProperties = {
	displayName: 'Orientation',
	name: 'orientation',
	type: 'options',
	default: '',
	description: 'Portrait is upright, landscape is across; as the template was saved, or portrait, when not chosen',
	options: [
		{ name: 'As Saved, or Portrait', value: '' },
		{ name: 'Landscape', value: 'landscape' },
		{ name: 'Portrait', value: 'portrait' },
	],
};

const pageOptions: INodeProperties[] = [
	{ displayName: 'Bottom Margin', name: 'margin_bottom', type: 'string', default: '', placeholder: '20mm', description: 'In mm, cm, in, pt or px' },
	{ displayName: 'Currency', name: 'currency', type: 'string', default: '', placeholder: 'EUR', description: 'In which amounts are written' },
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'HTML that is repeated on each page, within the bottom margin',
	},
	{
		displayName: 'Header',
		name: 'header',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'HTML that is repeated on each page, within the top margin',
	},
	{ displayName: 'Left Margin', name: 'margin_left', type: 'string', default: '', placeholder: '20mm', description: 'In mm, cm, in, pt or px' },
	{ displayName: 'Locale', name: 'locale', type: 'string', default: '', placeholder: 'de-CH', description: 'How numbers and dates are written' },
	{ displayName: 'Right Margin', name: 'margin_right', type: 'string', default: '', placeholder: '20mm', description: 'In mm, cm, in, pt or px' },
	{ displayName: 'Timezone', name: 'timezone', type: 'string', default: '', placeholder: 'Europe/Zurich', description: 'In which times are written; that of the workflow when not given' },
	{ displayName: 'Top Margin', name: 'margin_top', type: 'string', default: '', placeholder: '20mm', description: 'In mm, cm, in, pt or px' },
];
const metadataOption: INodeProperties = {
	displayName: 'Metadata (JSON)',
	name: 'metadata',
	type: 'json',
	default: '{}',
	description: 'Your own values, given back with the PDF and searchable: up to 50',
};
const versionOption: INodeProperties = {
	displayName: 'Template Version',
	name: 'template_version',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: '',
	description: 'Of the template; the newest one when empty',
};

/** How a template prints by itself, as it is saved. */
export const savedOptionsField: INodeProperties = {
	displayName: 'Page Options',
	name: 'pageOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How documents of the template look, unless a request says otherwise',
	options: [...pageOptions, orientationField, paperField].sort((x, y) => x.displayName.localeCompare(y.displayName)),
};

/** The page options of a template in the API's form; none when nothing was filled in. */
export function savedOptions(context: IExecuteFunctions, item: number): IDataObject {
	const given = context.getNodeParameter('pageOptions', item, {}) as IDataObject;
	const options: IDataObject = {};
	const margin: IDataObject = {};
	for (const [name, value] of Object.entries(given)) {
		if (value === '' || value === null) continue;
		if (name.startsWith('margin_')) margin[name.slice('margin_'.length)] = value;
		else options[name] = value;
	}
	if (Object.keys(margin).length > 0) options['margin'] = margin;
	return Object.keys(options).length === 0 ? {} : { options };
}

const optionFields = (additional: readonly INodeProperties[]): INodeProperties[] => [
	paperField,
	orientationField,
	{ displayName: 'File Name', name: 'filename', type: 'string', default: '', placeholder: 'invoice.pdf', description: 'What the PDF is saved as' },
	{
		displayName: 'Test Document',
		name: 'test',
		type: 'boolean',
		default: false,
		description: 'Whether to make a PDF with a visible TEST watermark, which does not count',
	},
	{
		displayName: 'Fail on Warnings',
		name: 'strict',
		type: 'boolean',
		default: false,
		description: 'Whether to fail in place of a PDF that prints otherwise than was probably meant, such as one with a variable without a value',
	},
	{
		displayName: 'Download',
		name: 'download',
		type: 'boolean',
		default: true,
		description: 'Whether to put the file into the item, beside its link',
	},
	outputField,
	{
		displayName: 'Wait for (Minutes)',
		name: 'minutes',
		type: 'number',
		default: 10,
		typeOptions: { minValue: 1, maxValue: 60 },
		description: 'How long a slow document may take before the node gives up waiting for it',
	},
	{
		displayName: 'Additional Fields',
		name: 'additional',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...additional].sort((x, y) => x.displayName.localeCompare(y.displayName)),
	},
];

export const htmlField: INodeProperties = {
	displayName: 'HTML',
	name: 'html',
	type: 'string',
	typeOptions: { rows: 6 },
	required: true,
	default: '',
	description: 'A whole page or a part of one, with its styles',
};

export const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'https://example.com',
	description: 'The address of a page of the web, which is loaded with its styles, pictures and scripts',
};

const idField: INodeProperties = {
	displayName: 'PDF ID',
	name: 'id',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'gen_…',
	description: 'The ID of a PDF that was generated, such as gen_5sJx2ZkQm4T8vYbN1cWdRf',
};

/** n8n gives a day as the moment at which it begins where the workflow is: the day of that zone is printed everywhere. */
export function zones(context: IExecuteFunctions): IDataObject {
	const timezone = context.getTimezone();
	return { timezone, data_timezone: timezone };
}

async function generate(context: IExecuteFunctions, item: number, source: IDataObject): Promise<INodeExecutionData[]> {
	const options = optionalTexts(context, ['format', 'orientation', 'filename'], item);
	const additional = Object.entries(context.getNodeParameter('additional', item, {}) as IDataObject)
		.filter(([, value]) => value !== '' && value !== null && value !== undefined)
		.map(([name, value]) => [name, name === 'template_version' ? Number(value) : name === 'metadata' ? objectOf(context, item, value) : asText(value)]);
	const test = (context.getNodeParameter('test', item, false) as boolean) ? { test: true } : {};
	const strict = (context.getNodeParameter('strict', item, false) as boolean) ? { strict: true } : {};
	const body: IDataObject = Object.assign({ ...source, ...zones(context), ...test, ...strict, wait: WAIT_S }, options, Object.fromEntries(additional));
	const { body: made } = await platen(context, {
		method: 'POST',
		path: '/integrations/actions/generate',
		body,
		...idempotencyKey(context, item, body),
		itemIndex: item,
	});
	// Whether it was quick or slow, what comes is the whole document.
	const done = await ended(context, item, String(made['id']));
	return (context.getNodeParameter('download', item) as boolean) ? [await withFile(context, item, done)] : json(done);
}

function objectOf(context: IExecuteFunctions, item: number, value: unknown): unknown {
	try {
		return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
	} catch {
		throw new NodeOperationError(context.getNode(), 'Metadata must be a JSON object', { itemIndex: item });
	}
}

/** A document that went on being made, when it is there. */
async function ended(context: IExecuteFunctions, item: number, id: string): Promise<IDataObject> {
	const path = `/generations/${encodeURIComponent(id)}`;
	const document = await waitFor(context, item, path, ({ status }) => status === 'completed' || status === 'failed');
	if (document['status'] === 'completed') return document;
	throw new NodeOperationError(context.getNode(), String(document['error']), { itemIndex: item });
}

const get = async (context: IExecuteFunctions, item: number): Promise<IDataObject> => {
	const id = encodeURIComponent(context.getNodeParameter('id', item) as string);
	return (await platen(context, { method: 'GET', path: `/generations/${id}`, itemIndex: item })).body;
};

/** The template that was chosen and what its variables are given for an item. */
export function filledTemplate(context: IExecuteFunctions, item: number): { template_id: string; data: IDataObject } {
	const template_id = context.getNodeParameter('templateId', item, undefined, { extractValue: true }) as string;
	return { template_id, data: mapped(context, 'variables', item) };
}

/** What a mapper gives for an item. */
function mapped(context: IExecuteFunctions, name: string, item: number): IDataObject {
	const mode = context.getNodeParameter(`${name}.mappingMode`, item, 'defineBelow') as string;
	const values = context.getNodeParameter(`${name}.value`, item, {}) as IDataObject | null;
	return mode === 'autoMapInputData' ? dataOf(context.getInputData()[item]?.json ?? {}) : unfold(values ?? {});
}

const isOneForAll = (context: IExecuteFunctions): boolean => context.getNodeParameter('oneForAll', 0, false) as boolean;

/** As `filledTemplate`; one document of all items has an entry of a list for each. */
function filledFor(context: IExecuteFunctions, item: number): ReturnType<typeof filledTemplate> {
	const filled = filledTemplate(context, item);
	if (!isOneForAll(context)) return filled;
	const list = context.getNodeParameter('list', 0, undefined, { extractValue: true }) as string;
	if (list === '') throw new NodeOperationError(context.getNode(), 'Choose the list that the items become entries of', { itemIndex: item });
	put(filled.data, list, context.getInputData().map((_, index) => mapped(context, 'columns', index)));
	return filled;
}

export const pdfOperations: Operation[] = [
	{
		resource: 'pdf',
		value: 'generateFromTemplate',
		name: 'Generate From Template',
		action: 'Generate a PDF from a template',
		description: 'Make a PDF from a saved template: give the ID of the template and a value for each of its variables',
		fields: [templateField, variablesField, oneForAllField, ofAll(listField), ofAll(columnsField), ...optionFields([...pageOptions, metadataOption, versionOption])],
		keepsInput: true,
		takesAll: isOneForAll,
		run: async (context, item) => generate(context, item, filledFor(context, item)),
	},
	{
		resource: 'pdf',
		value: 'generateFromHtml',
		name: 'Generate From HTML',
		action: 'Generate a PDF from HTML',
		description: 'Make a PDF from a complete HTML page with its styles; the reply has the link and the ID of the PDF',
		fields: [
			htmlField,
			...optionFields([...pageOptions, metadataOption]),
		],
		keepsInput: true,
		run: async (context, item) => generate(context, item, { html: asText(context.getNodeParameter('html', item)) }),
	},
	{
		resource: 'pdf',
		value: 'generateFromUrl',
		name: 'Generate From Web Page',
		action: 'Generate a PDF from a web page',
		description: 'Make a PDF from the address of a page of the web; the reply has the link and the ID of the PDF',
		fields: [urlField, ...optionFields([...pageOptions, metadataOption])],
		keepsInput: true,
		run: async (context, item) => generate(context, item, { url: asText(context.getNodeParameter('url', item)) }),
	},
	{
		resource: 'pdf',
		value: 'get',
		name: 'Get',
		action: 'Get a PDF',
		description: 'Get what is known of a PDF',
		fields: [idField],
		run: async (context, item) => json(await get(context, item)),
	},
	{
		resource: 'pdf',
		value: 'download',
		name: 'Download',
		action: 'Download a PDF',
		description: 'Get a PDF with its file',
		fields: [idField, outputField],
		run: async (context, item) => [await withFile(context, item, await get(context, item))],
	},
	{
		resource: 'pdf',
		value: 'delete',
		name: 'Delete',
		action: 'Delete a PDF',
		description: 'Delete a PDF and its file',
		fields: [idField],
		async run(context, item) {
			const id = encodeURIComponent(context.getNodeParameter('id', item) as string);
			await platen(context, { method: 'DELETE', path: `/generations/${id}`, itemIndex: item });
			return json({ deleted: true });
		},
	},
	{
		resource: 'pdf',
		value: 'getAll',
		name: 'Get Many',
		action: 'Get many PDFs',
		description: 'List PDFs, newest first',
		fields: [],
		run: async (context, item) => listed(context, item, '/generations', {}),
	},
];

const PAGE = 100;

/** Rows of a list, page by page, as many as were asked for. */
export async function listed(context: IExecuteFunctions, item: number, path: string, qs: IDataObject): Promise<INodeExecutionData[]> {
	const all = context.getNodeParameter('returnAll', item) as boolean;
	const most = all ? Infinity : (context.getNodeParameter('limit', item) as number);
	const rows: IDataObject[] = [];
	let cursor: string | null = null;
	do {
		const limit = Math.min(PAGE, most - rows.length);
		const page: { data: IDataObject[]; next_cursor: string | null } = (
			await platen<{ data: IDataObject[]; next_cursor: string | null }>(context, {
				method: 'GET',
				path,
				qs: { ...qs, limit, ...(cursor === null ? {} : { cursor }) },
				itemIndex: item,
			})
		).body;
		rows.push(...page.data);
		cursor = page.next_cursor;
	} while (cursor !== null && rows.length < most);
	return rows.map((row) => ({ json: row }));
}
