import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';

export interface VariableSchema {
	readonly type?: string;
	readonly format?: string;
	readonly properties?: Readonly<Record<string, VariableSchema>>;
	readonly required?: readonly string[];
	readonly items?: VariableSchema;
}

const MAX_DEPTH = 4;

const typeOf = ({ type, format }: VariableSchema): FieldType => {
	if (format === 'date' || format === 'date-time') return 'dateTime';
	if (type === 'integer') return 'number';
	return type === 'number' || type === 'boolean' || type === 'array' || type === 'object' ? type : 'string';
};

/** A template's variables as n8n's fields; objects are unfolded to dotted names. */
export function mapperFields(schema: VariableSchema, path: readonly string[] = []): ResourceMapperField[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]): ResourceMapperField[] => {
		const own = [...path, name];
		if (property.type === 'object' && property.properties !== undefined && own.length < MAX_DEPTH) return mapperFields(property, own);
		const id = own.join('.');
		const required = path.length === 0 && schema.required?.includes(name) === true;
		return [{ id, displayName: id, required, defaultMatch: false, display: true, type: typeOf(property), canBeUsedToMatch: false }];
	});
}

/** Dotted names back to the objects they came from; what was left empty is left out. */
export function unfold(values: IDataObject): IDataObject {
	const data: IDataObject = {};
	for (const [id, value] of Object.entries(values)) {
		if (value === null || value === undefined) continue;
		const path = id.split('.');
		const last = path.pop() ?? id;
		let at = data;
		for (const name of path) at = (at[name] ??= {}) as IDataObject;
		at[last] = value;
	}
	return data;
}
