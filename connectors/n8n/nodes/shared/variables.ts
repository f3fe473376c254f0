import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';
import type { Reply } from './transport';

export type Variable = Reply<'/v1/integrations/templates/{id}/fields', 'get'>[number];

const MAX_DEPTH = 4;
const TYPES: Partial<Record<Variable['type'], FieldType>> = {
	...{ number: 'number', integer: 'number', boolean: 'boolean', date: 'dateTime', array: 'array', collection: 'object' },
};

/** A template's variables as n8n's fields, labelled as its author labelled them; objects are unfolded to dotted names. */
export function mapperFields(variables: readonly Variable[], path: readonly string[] = [], labels: readonly string[] = []): ResourceMapperField[] {
	return variables.flatMap((variable): ResourceMapperField[] => {
		const own = [...path, variable.name];
		const words = [...labels, variable.label];
		const { type, spec, required } = variable;
		if (type === 'collection' && Array.isArray(spec) && spec.length > 0 && own.length < MAX_DEPTH) return mapperFields(spec, own, words);
		const shared = { required, defaultMatch: false, display: true, canBeUsedToMatch: false };
		return [{ id: own.join('.'), displayName: words.join(' – '), type: TYPES[type] ?? 'string', ...shared }];
	});
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** Dotted names back to the objects they came from; what was left empty is left out. */
export function unfold(values: IDataObject): IDataObject {
	const data: IDataObject = {};
	for (const [id, value] of Object.entries(values)) {
		if (!isGiven(value)) continue;
		const path = id.split('.');
		const last = path.pop() ?? id;
		let at = data;
		for (const name of path) at = (at[name] ??= {}) as IDataObject;
		at[last] = value;
	}
	return data;
}

/** The fields of an item as data, without those that hold nothing. */
export const dataOf = (item: IDataObject): IDataObject => Object.fromEntries(Object.entries(item).filter(([, value]) => isGiven(value)));
