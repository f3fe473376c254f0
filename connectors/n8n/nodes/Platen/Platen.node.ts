import {
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeOperationError,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { keepInputField, type Operation, withInput } from '../shared/operation';
import { chosenVariables, searchLists, searchTemplates } from '../shared/templates';
import { listsOf, mapperFields } from '../shared/variables';
import { batchOperations } from './operations/batch';
import { imageOperations } from './operations/image';
import { pdfOperations } from './operations/pdf';
import { templateOperations } from './operations/templates';
import { toolOperations } from './operations/tools';

const OPERATIONS: readonly Operation[] = [...pdfOperations, ...imageOperations, ...batchOperations, ...toolOperations, ...templateOperations];
const LISTS = ['getAll'];

/** The choice of what to do with a resource, and the fields of each thing to do. */
function propertiesOf(resource: string, usual: string): INodeProperties[] {
	const own = OPERATIONS.filter((operation) => operation.resource === resource);
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			default: usual,
			options: own
				.map(({ name, value, action, description }) => ({ name, value, action, description }))
				.sort((a, b) => a.name.localeCompare(b.name)),
		},
		...own.flatMap(({ value, fields, keepsInput }) =>
			[...fields, ...(keepsInput === true ? [keepInputField] : [])].map((field) => ({ ...field, displayOptions: { show: { ...field.displayOptions?.show, resource: [resource], operation: [value] } } })),
		),
	];
}

export class Platen implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platen',
		name: 'platen',
		icon: { light: 'file:../../icons/platen.svg', dark: 'file:../../icons/platen.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Make PDFs (invoices, reports, letters) from templates, HTML or web pages, and fill, split, merge, sign, watermark, archive and protect PDF files',
		defaults: { name: 'Platen' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'platenApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				default: 'pdf',
				options: [
					{ name: 'Batch', value: 'batch' },
					{ name: 'PDF', value: 'pdf' },
					{ name: 'PDF File', value: 'tool' },
					{ name: 'Template', value: 'template' },
				],
			},
			...propertiesOf('pdf', 'generateFromTemplate'),
			...propertiesOf('batch', 'generate'),
			...propertiesOf('tool', 'fillForm'),
			...propertiesOf('template', 'getAll'),
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				displayOptions: { show: { operation: LISTS } },
				description: 'Whether to return all results or only up to a given limit',
			},
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				default: 50,
				typeOptions: { minValue: 1 },
				displayOptions: { show: { operation: LISTS, returnAll: [false] } },
				description: 'Max number of results to return',
			},
		],
	};

	methods = {
		listSearch: {
			searchLists,
			searchTemplates,
		},
		resourceMapping: {
			async getVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
				const variables = await chosenVariables(this);
				return variables === undefined ? { fields: [] } : { fields: mapperFields(variables), emptyFieldsNotice: 'This template has no variables.' };
			},
			async getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
				const wanted = this.getCurrentNodeParameter('list', { extractValue: true }) as string | undefined;
				const list = listsOf((await chosenVariables(this)) ?? []).find(({ id }) => id === wanted);
				return { fields: mapperFields(list?.columns ?? []), emptyFieldsNotice: 'Choose a list of the template.' };
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const made: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			const operation = operationOf(this, item);
			const takesAll = operation.takesAll?.(this) === true;
			const pairedItem = takesAll ? this.getInputData().map((_, index) => ({ item: index })) : { item };
			// What an agent asked with is no part of the answer to it.
			const isTool = this.getNode().type.endsWith('Tool');
			const keeps = operation.keepsInput === true && !takesAll && !isTool && (this.getNodeParameter('keepInput', item, true) as boolean);
			const doing = operation.run(this, item).then((results) => (keeps ? results.map((one) => withInput(this, item, one)) : results));
			const results = this.continueOnFail() ? await doing.catch((error: Error) => [{ json: { error: error.message }, pairedItem }]) : await doing;
			for (const one of results) made.push({ pairedItem, ...one });
			if (takesAll) break;
		}
		return [made];
	}
}

function operationOf(context: IExecuteFunctions, item: number): Operation {
	const resource = context.getNodeParameter('resource', item) as string;
	const value = context.getNodeParameter('operation', item) as string;
	const operation = OPERATIONS.find((one) => one.resource === resource && one.value === value);
	if (operation === undefined) throw new NodeOperationError(context.getNode(), `There is no operation ${value}`, { itemIndex: item });
	return operation;
}
