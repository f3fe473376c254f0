import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { platen, type Reply } from './transport';
import { listsOf, type Variable } from './variables';

/** The choice of a saved template, from the list or by its ID. */
export const templateField: INodeProperties = {
	displayName: 'Template',
	name: 'templateId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The saved template that the PDF is made from, by its ID such as tmpl_7hGq3LpXr9V2kMwB6tZcJn',
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod: 'searchTemplates', searchable: true } },
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'tmpl_…' },
	],
};

/** A list of the chosen template. */
export const listField: INodeProperties = {
	displayName: 'List',
	name: 'list',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The list of the template that gets an entry for each incoming item',
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod: 'searchLists' } },
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'items' },
	],
};

/** The variables of the template that is chosen; undefined while none is. */
export async function chosenVariables(context: ILoadOptionsFunctions): Promise<Variable[] | undefined> {
	const id = context.getCurrentNodeParameter('templateId', { extractValue: true }) as string | undefined;
	if (id === undefined || id === '') return undefined;
	return (await platen<Variable[]>(context, { method: 'GET', path: `/integrations/templates/${encodeURIComponent(id)}/fields` })).body;
}

export async function searchLists(this: ILoadOptionsFunctions): Promise<INodeListSearchResult> {
	return { results: listsOf((await chosenVariables(this)) ?? []).map(({ id, label }) => ({ name: label, value: id })) };
}

export async function searchTemplates(this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
	const qs: IDataObject = {
		limit: 50,
		...(filter === undefined || filter === '' ? {} : { search: filter }),
		...(paginationToken === undefined ? {} : { cursor: paginationToken }),
	};
	const { body } = await platen<Reply<'/v1/templates', 'get'>>(this, {
		method: 'GET',
		path: '/templates',
		qs,
	});
	const results = body.data.map(({ id, name }) => ({ name, value: id }));
	return { results, ...(body.next_cursor === null ? {} : { paginationToken: body.next_cursor }) };
}
