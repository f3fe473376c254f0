import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { asText, fromLink, idempotencyKey, json, type Operation, optional, optionalTexts, outputField, outputOf } from '../../shared/operation';
import { platen } from '../../shared/transport';

const binaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryProperty',
	type: 'string',
	required: true,
	default: 'data',
	description: 'The name of the binary field that holds the PDF',
};
const linkField: INodeProperties = {
	displayName: 'PDF URL',
	name: 'pdfUrl',
	type: 'string',
	default: '',
	placeholder: 'https://example.com/file.pdf',
	description: 'The address of the PDF, for one that is in no binary field; Platen fetches it',
};

const dpiField: INodeProperties = {
	displayName: 'Resolution',
	name: 'dpi',
	type: 'number',
	default: 96,
	typeOptions: { minValue: 18, maxValue: 300 },
	description: 'Dots per inch',
};

/** People count pages from 1, the API from 0. */
const pageField = (description: string): INodeProperties => ({
	displayName: 'Page',
	name: 'page',
	type: 'number',
	default: 1,
	typeOptions: { minValue: 1 },
	description,
});

function pageOf(context: IExecuteFunctions, item: number): IDataObject {
	const page = context.getNodeParameter('page', item, 1) as number | string | null;
	if (page === '' || page === null) return {};
	if (Number(page) >= 1) return { page: Number(page) - 1 };
	throw new NodeOperationError(context.getNode(), 'Page is 1 or more: the first page is 1', { itemIndex: item });
}

/** New fields with their pages as the API counts them. */
function onPages(context: IExecuteFunctions, item: number, fields: unknown): IDataObject[] {
	if (!Array.isArray(fields)) throw new NodeOperationError(context.getNode(), 'Fields must be a JSON array', { itemIndex: item });
	return (fields as IDataObject[]).map((field) => {
		if (field['page'] === undefined) return field;
		if (!(Number(field['page']) >= 1)) throw new NodeOperationError(context.getNode(), `The page of the field ${String(field['name'])} is 1 or more`, { itemIndex: item });
		return { ...field, page: Number(field['page']) - 1 };
	});
}

const fromOne = (pages: unknown): number[] => (Array.isArray(pages) ? pages : []).map((page) => Number(page) + 1);

const jsonField = (displayName: string, name: string, sample: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	required: true,
	default: sample,
	description,
});

/** The PDF of an item, as a tool takes it. */
async function sourceOf(context: IExecuteFunctions, item: number): Promise<IDataObject> {
	const url = asText(context.getNodeParameter('pdfUrl', item, ''));
	return url === '' ? { pdf: await pdfOf(context, item, context.getNodeParameter('binaryProperty', item) as string) } : { pdf_url: url };
}

async function pdfOf(context: IExecuteFunctions, item: number, property: string): Promise<string> {
	context.helpers.assertBinaryData(item, property);
	return (await context.helpers.getBinaryDataBuffer(item, property)).toString('base64');
}

function parsed(context: IExecuteFunctions, item: number, name: string): IDataObject[string] {
	const given = context.getNodeParameter(name, item) as IDataObject[string];
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given) as IDataObject[string];
	} catch {
		throw new NodeOperationError(context.getNode(), `${name} must be JSON`, { itemIndex: item });
	}
}

/** That of the file that came, with the ending of what is made; the usual one for a file without a name. */
function nameFor(context: IExecuteFunctions, item: number, usual: string): string {
	const isFetched = asText(context.getNodeParameter('pdfUrl', item, '')) !== '';
	const property = context.getNodeParameter('binaryProperty', item, '') as string;
	const given = isFetched ? undefined : context.getInputData()[item]?.binary?.[property]?.fileName;
	if (given === undefined || given === '') return usual;
	return `${given.replace(/\.\w+$/, '')}${usual.slice(usual.lastIndexOf('.'))}`;
}

const call = async (context: IExecuteFunctions, item: number, tool: string, body: IDataObject): Promise<IDataObject> =>
	(await platen(context, { method: 'POST', path: `/pdf/${tool}`, body, ...idempotencyKey(context, item, body), itemIndex: item })).body;

/** A tool that makes one file of one file. */
const fileTool = (
	words: Pick<Operation, 'value' | 'name' | 'action' | 'description'>,
	tool: string,
	filename: string,
	fields: INodeProperties[],
	bodyOf: (context: IExecuteFunctions, item: number) => IDataObject,
): Operation => ({
	resource: 'tool',
	...words,
	fields: [binaryField, linkField, outputField, ...fields],
	keepsInput: true,
	async run(context, item) {
		const body = { ...(await sourceOf(context, item)), ...bodyOf(context, item) };
		const name = nameFor(context, item, filename);
		const made = await call(context, item, tool, body);
		return [await fromLink(context, item, { ...made, filename: name }, name)];
	},
});

/** One PDF of several; one alone is what it is. */
async function merged(context: IExecuteFunctions, item: number, pdfs: readonly IDataObject[]): Promise<INodeExecutionData> {
	const [only] = pdfs;
	if (pdfs.length > 1 || only === undefined) return fromLink(context, item, await call(context, item, 'merge', { pdfs: [...pdfs] }), 'merged.pdf');
	const facts = await call(context, item, 'info', only);
	const file = await context.helpers.prepareBinaryData(Buffer.from(String(only['pdf']), 'base64'), 'merged.pdf', 'application/pdf');
	return { json: { pages: facts['pages'], file_size: facts['file_size'] }, binary: { [outputOf(context, item)]: file } };
}

export const toolOperations: Operation[] = [
	fileTool(
		{ value: 'fillForm', name: 'Fill Form', action: 'Fill a PDF form', description: 'Fill the fields of a form' },
		'forms/fill',
		'filled.pdf',
		[
			jsonField('Values (JSON)', 'values', '{ "name": "Ada", "agree": true }', 'Names of fields and what to fill in'),
			{ displayName: 'Flatten', name: 'flatten', type: 'boolean', default: false, description: 'Whether the fields become part of the page' },
		],
		(context, item) => ({
			fields: Object.entries(parsed(context, item, 'values') as IDataObject).map(([name, value]) => ({ name, value })),
			flatten: context.getNodeParameter('flatten', item) as boolean,
		}),
	),
	{
		resource: 'tool',
		value: 'listFields',
		name: 'List Form Fields',
		action: 'List the fields of a PDF form',
		description: 'List the fields of a form with their values',
		fields: [binaryField, linkField],
		async run(context, item) {
			const { fields, ...rest } = (await call(context, item, 'forms/list-fields', await sourceOf(context, item))) as { fields: IDataObject[] };
			return json({ ...rest, fields: fields.map((field) => ({ ...field, pages: fromOne(field['pages']) })) });
		},
	},
	fileTool(
		{ value: 'addFields', name: 'Add Form Fields', action: 'Add fields to a PDF', description: 'Add text fields, checkboxes and dropdowns' },
		'forms/add-fields',
		'form.pdf',
		[
			jsonField(
				'Fields (JSON)',
				'fields',
				'[\n  { "name": "name", "type": "text", "page": 1, "x": 72, "y": 700 }\n]',
				'Fields as the API takes them, but for pages, which count from 1; places are points from the lower left',
			),
		],
		(context, item) => ({ fields: onPages(context, item, parsed(context, item, 'fields')) }),
	),
	{
		resource: 'tool',
		value: 'split',
		name: 'Split',
		action: 'Split a PDF',
		description: 'Make a PDF of each page, or of each range of pages',
		fields: [
			binaryField,
			linkField,
			outputField,
			{ displayName: 'Ranges', name: 'ranges', type: 'string', default: '', placeholder: '1-3, 5', description: 'Pages from 1, such as 1-3, 5; each page alone when empty' },
		],
		async run(context, item) {
			const source = await sourceOf(context, item);
			const text = asText(context.getNodeParameter('ranges', item));
			const ranges = text.trim() === '' ? {} : { ranges: text.split(',').map((range) => range.split('-').map(Number)) };
			const { parts } = (await call(context, item, 'split', { ...source, ...ranges })) as unknown as { parts: IDataObject[] };
			const stem = nameFor(context, item, 'part.pdf').replace(/\.pdf$/, '');
			return Promise.all(parts.map(async (part, i) => {
				const filename = `${stem}-${String(i + 1)}.pdf`;
				return fromLink(context, item, { part: i + 1, ...part, filename }, filename);
			}));
		},
	},
	{
		resource: 'tool',
		value: 'merge',
		name: 'Merge',
		action: 'Merge PDF files',
		description: 'Make one PDF of the files of all incoming items, or of several files of each item',
		fields: [
			{
				displayName: 'Merge',
				name: 'mergeFrom',
				type: 'options',
				default: 'items',
				description: 'Which files become one PDF',
				options: [
					{ name: 'All Incoming Items', value: 'items', description: 'One PDF of the files of all items, in their order' },
					{ name: 'Several Fields of Each Item', value: 'fields', description: 'One PDF for each item' },
				],
			},
			{
				displayName: 'Input Binary Fields',
				name: 'binaryProperties',
				type: 'string',
				required: true,
				default: 'data',
				placeholder: 'data, data_1',
				description: 'The names of the binary fields that hold the PDFs, in their order',
			},
			outputField,
		],
		takesAll: (context) => context.getNodeParameter('mergeFrom', 0, 'items') === 'items',
		async run(context, item) {
			const all = context.getNodeParameter('mergeFrom', item, 'items') === 'items';
			const items = all ? context.getInputData().map((_, index) => index) : [item];
			const pdfs: IDataObject[] = [];
			for (const one of items) {
				const names = (context.getNodeParameter('binaryProperties', one) as string).split(',').map((name) => name.trim());
				for (const name of names) pdfs.push({ pdf: await pdfOf(context, one, name) });
			}
			const made = await merged(context, item, pdfs);
			return [{ ...made, pairedItem: items.map((one) => ({ item: one })) }];
		},
	},
	fileTool(
		{ value: 'watermark', name: 'Watermark', action: 'Watermark a PDF', description: 'Draw a text across the pages of a PDF' },
		'watermark',
		'watermarked.pdf',
		[
			{ displayName: 'Text', name: 'text', type: 'string', required: true, default: '', placeholder: 'DRAFT', description: 'What is drawn' },
			{
				displayName: 'Opacity',
				name: 'opacity',
				type: 'number',
				default: 0.15,
				typeOptions: { minValue: 0.01, maxValue: 1, numberPrecision: 2 },
				description: 'From 0.01 (hardly visible) to 1',
			},
			{ displayName: 'Rotation', name: 'rotation', type: 'number', default: 45, description: 'Degrees, counter-clockwise' },
			{ displayName: 'Color', name: 'color', type: 'color', default: '#000000', description: 'Of the text, such as #b4532a' },
			{
				displayName: 'Layer',
				name: 'layer',
				type: 'options',
				default: 'over',
				description: 'Whether the text covers the page or lies beneath what is printed',
				options: [
					{ name: 'Over the Page', value: 'over' },
					{ name: 'Under the Page', value: 'under' },
				],
			},
		],
		(context, item) => ({
			...optionalTexts(context, ['text', 'color', 'layer'], item),
			...optional(context, 'opacity', item),
			...optional(context, 'rotation', item),
		}),
	),
	fileTool(
		{ value: 'pageToImage', name: 'Convert Page to Image', action: 'Convert a page to an image', description: 'Draw a page of a PDF as a PNG image' },
		'preview',
		'page.png',
		[pageField('Which page is drawn; the first one is 1'), dpiField],
		(context, item) => ({ ...pageOf(context, item), ...optional(context, 'dpi', item) }),
	),
	fileTool(
		{ value: 'sign', name: 'Sign', action: 'Sign a PDF', description: 'Put a visual signature on a page; digitally too where the server has a certificate' },
		'sign',
		'signed.pdf',
		[
			{ displayName: 'Signer', name: 'name', type: 'string', required: true, default: '', description: 'Who signs the PDF' },
			{ displayName: 'Reason', name: 'reason', type: 'string', default: '', description: 'Why the PDF is signed' },
			pageField('Where the signature is drawn; the first page is 1'),
			{
				displayName: 'Digital',
				name: 'certificate',
				type: 'boolean',
				default: false,
				description: "Whether to sign by the server's certificate; without it, the signature proves nothing",
			},
		],
		(context, item) => ({
			name: asText(context.getNodeParameter('name', item)),
			...pageOf(context, item),
			certificate: context.getNodeParameter('certificate', item) as boolean,
			...optionalTexts(context, ['reason'], item),
		}),
	),
	fileTool(
		{ value: 'pdfa', name: 'Convert to PDF/A', action: 'Convert a PDF to PDF/A', description: 'Make a PDF for archiving, checked before it is called that' },
		'pdfa',
		'archive.pdf',
		[
			{
				displayName: 'Level',
				name: 'level',
				type: 'options',
				default: '1b',
				description: 'The level of the standard',
				options: [
					{ name: 'PDF/A-1b', value: '1b' },
					{ name: 'PDF/A-2b', value: '2b' },
					{ name: 'PDF/A-3b', value: '3b' },
				],
			},
			{ displayName: 'Title', name: 'title', type: 'string', default: '', description: 'In the metadata of the file' },
		],
		(context, item) => ({ level: context.getNodeParameter('level', item) as string, ...optionalTexts(context, ['title'], item) }),
	),
	fileTool(
		{ value: 'protect', name: 'Protect', action: 'Encrypt a PDF', description: 'Encrypt a PDF with AES-256, where the server allows it' },
		'protect',
		'protected.pdf',
		[
			{ displayName: 'Owner Password', name: 'ownerPassword', type: 'string', typeOptions: { password: true }, required: true, default: '', description: 'Allows to change the PDF' },
			{ displayName: 'User Password', name: 'userPassword', type: 'string', typeOptions: { password: true }, default: '', description: 'Asked for to open the PDF; anybody opens it when empty' },
		],
		(context, item) => optionalTexts(context, ['ownerPassword', 'userPassword'], item),
	),
];
