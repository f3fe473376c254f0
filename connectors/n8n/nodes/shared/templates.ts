import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { platen, type Reply } from './transport';

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
