import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { idempotencyKey, json, type Operation, optional } from '../../shared/operation';
import { platen } from '../../shared/transport';
import { listed, savedOptions, savedOptionsField } from './pdf';

const idField: INodeProperties = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The saved template, by its ID such as tmpl_7hGq3LpXr9V2kMwB6tZcJn',
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod: 'searchTemplates', searchable: true } },
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'tmpl_…' },
	],
};
const nameField: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', required: true, default: '', description: 'What the template is called' };
const htmlField: INodeProperties = {
	displayName: 'HTML',
	name: 'htmlContent',
	type: 'string',
	typeOptions: { rows: 6 },
	default: '',
	description: 'With variables in double braces, as Handlebars has them',
};

const pathOf = (id: string): string => `/templates/${encodeURIComponent(id)}`;
const options = (values: string[]): Array<{ name: string; value: string }> =>
	[...values].sort().map((value) => ({ name: value.charAt(0).toUpperCase() + value.slice(1), value }));

export const templateOperations: Operation[] = [
	{
		resource: 'template',
		value: 'create',
		name: 'Create',
		action: 'Create a template',
		description: 'Save HTML as a template',
		fields: [nameField, { ...htmlField, required: true }, savedOptionsField],
		async run(context, item) {
			const body = { ...optional(context, 'name', item), ...optional(context, 'htmlContent', item), ...savedOptions(context, item) };
			return json((await platen(context, { method: 'POST', path: '/templates', body, ...idempotencyKey(context, item, body), itemIndex: item })).body);
		},
	},
	{
		resource: 'template',
		value: 'update',
		name: 'Update',
		action: 'Update a template',
		description: 'Change the name, the HTML or the page options of a template',
		fields: [idField, { ...nameField, required: false }, htmlField, { ...savedOptionsField, description: 'How documents of the template look, in the place of all that were saved' }],
		async run(context, item) {
			const id = context.getNodeParameter('template', item, undefined, { extractValue: true }) as string;
			const body = { ...optional(context, 'name', item), ...optional(context, 'htmlContent', item), ...savedOptions(context, item) };
			return json((await platen(context, { method: 'PUT', path: pathOf(id), body, itemIndex: item })).body);
		},
	},
	{
		resource: 'template',
		value: 'delete',
		name: 'Delete',
		action: 'Delete a template',
		description: 'Delete a template and its versions',
		fields: [idField],
		async run(context, item) {
			const id = context.getNodeParameter('template', item, undefined, { extractValue: true }) as string;
			await platen(context, { method: 'DELETE', path: pathOf(id), itemIndex: item });
			return json({ deleted: true });
		},
	},
	{
		resource: 'template',
		value: 'get',
		name: 'Get',
		action: 'Get a template',
		description: 'Get a template with its HTML',
		fields: [idField],
		async run(context, item) {
			const id = context.getNodeParameter('template', item, undefined, { extractValue: true }) as string;
			return json((await platen(context, { method: 'GET', path: pathOf(id), itemIndex: item })).body);
		},
	},
	{
		resource: 'template',
		value: 'getAll',
		name: 'Get Many',
		action: 'Get many templates',
		description: 'List or search templates',
		fields: [{ displayName: 'Search', name: 'search', type: 'string', default: '', description: 'A part of the name' }],
		run: async (context, item) => listed(context, item, '/templates', optional(context, 'search', item)),
	},
	{
		resource: 'template',
		value: 'write',
		name: 'Write With AI',
		action: 'Write a template with AI',
		description: 'Write a template from a sentence; save it with Create',
		fields: [
			{ displayName: 'Prompt', name: 'prompt', type: 'string', typeOptions: { rows: 3 }, required: true, default: '', description: 'What the document is for and what it shows' },
			{
				displayName: 'Kind',
				name: 'type',
				type: 'options',
				default: 'other',
				description: 'The kind of document',
				options: options(['invoice', 'receipt', 'report', 'certificate', 'letter', 'resume', 'other']),
			},
			{
				displayName: 'Style',
				name: 'style',
				type: 'options',
				default: 'professional',
				description: 'How the document looks',
				options: options(['professional', 'modern', 'minimal', 'colorful']),
			},
		],
		async run(context, item) {
			const body: IDataObject = Object.assign({}, ...['prompt', 'type', 'style'].map((name) => optional(context, name, item)));
			return json((await platen(context, { method: 'POST', path: '/ai/generate-template', body, ...idempotencyKey(context, item, body), itemIndex: item })).body);
		},
	},
	{
		resource: 'template',
		value: 'cloneStarter',
		name: 'Clone Starter',
		action: 'Clone a starter template',
		description: 'Copy one of the templates that come with Platen',
		fields: [{ displayName: 'Starter', name: 'slug', type: 'string', required: true, default: '', placeholder: 'invoice', description: 'Its slug: invoice, receipt, quote, report, letter, certificate or another one' }],
		async run(context, item) {
			const slug = encodeURIComponent(context.getNodeParameter('slug', item) as string);
			return json((await platen(context, { method: 'POST', path: `/starter-templates/${slug}/clone`, ...idempotencyKey(context, item, { slug }), itemIndex: item })).body);
		},
	},
	{
		resource: 'template',
		value: 'cloneShared',
		name: 'Clone Shared',
		action: 'Clone a template of the marketplace',
		description: 'Copy a template that somebody shares in the marketplace',
		fields: [{ displayName: 'Template ID', name: 'sharedId', type: 'string', required: true, default: '', placeholder: 'tmpl_…', description: 'The ID that the template has in the marketplace' }],
		async run(context, item) {
			const id = encodeURIComponent(context.getNodeParameter('sharedId', item) as string);
			return json((await platen(context, { method: 'POST', path: `/marketplace/${id}/clone`, ...idempotencyKey(context, item, { id }), itemIndex: item })).body);
		},
	},
];
