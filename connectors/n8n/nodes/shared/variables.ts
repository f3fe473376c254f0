import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';
import type { Reply } from './transport';

export type Variable = Reply<'/v1/integrations/templates/{id}/fields', 'get'>[number];

type Value = IDataObject[string];

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
		const notes = [variable.help, columnsOf(variable)].filter((note) => note !== undefined);
		const help = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
		return [{ id: idOf(own), displayName: `${words.join(' – ')}${help}`, type: TYPES[type] ?? 'string', ...shared }];
	});
}

/** A list whose entries have columns, by its dotted name. */
interface List {
	readonly id: string;
	readonly label: string;
	readonly columns: readonly Variable[];
}

/** The lists of a template, those within its objects among them. */
export function listsOf(variables: readonly Variable[], path: readonly string[] = [], labels: readonly string[] = []): List[] {
	return variables.flatMap(({ name, label, type, spec }): List[] => {
		if (!Array.isArray(spec) || spec.length === 0) return [];
		const [own, words] = [[...path, name], [...labels, label]];
		if (type === 'collection') return own.length < MAX_DEPTH ? listsOf(spec, own, words) : [];
		return type === 'array' ? [{ id: idOf(own), label: words.join(' – '), columns: spec }] : [];
	});
}

/** What each entry of a list has, as the template's schema names it: n8n shows a list as one field. */
function columnsOf({ type, spec }: Variable): string | undefined {
	if (type !== 'array' || !Array.isArray(spec) || spec.length === 0) return undefined;
	return `a list, each entry with ${spec.map(({ name }) => name).join(', ')}`;
}

const idOf = (path: readonly string[]): string => path.map(escaped).join('.');
/** A name may hold a dot itself. */
const escaped = (name: string): string => name.replace(/[%.]/g, encoded);
const encoded = (letter: string): string => (letter === '.' ? '%2E' : '%25');
const plain = (name: string): string => name.replace(/%2E/g, '.').replace(/%25/g, '%');

/** A value without what holds nothing, however deep: null is no value of any type that a template declares. */
function given(value: Value): Value {
	if (value === null) return undefined;
	if (Array.isArray(value)) return (value as Value[]).map(given).filter((one) => one !== undefined) as Value;
	if (typeof value !== 'object') return value;
	// A moment of JavaScript or of n8n's own kind is the text that JSON makes of it.
	if ('toJSON' in value && typeof value.toJSON === 'function') return JSON.parse(JSON.stringify(value)) as Value;
	return dataOf(value as IDataObject);
}

/** Dotted names back to the objects they came from; what was left empty is left out. */
export function unfold(values: IDataObject): IDataObject {
	const data: IDataObject = {};
	for (const [id, value] of Object.entries(values)) {
		const kept = given(value as Value);
		if (kept !== undefined) put(data, id, kept);
	}
	return data;
}

/** Sets a variable by its dotted name. */
export function put(data: IDataObject, id: string, value: Value): void {
	const path = id.split('.').map(plain);
	const last = path.pop() ?? id;
	let at = data;
	for (const name of path) at = own(at, name);
	define(at, last, value);
}

/** The object of that name; a variable of a template that others wrote may be called `__proto__`. */
function own(at: IDataObject, name: string): IDataObject {
	if (!Object.prototype.hasOwnProperty.call(at, name) || typeof at[name] !== 'object') define(at, name, {});
	return at[name] as IDataObject;
}
const define = (at: IDataObject, name: string, value: Value): void => {
	Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
};

/** The fields of an item as data, without what holds nothing. */
export function dataOf(item: IDataObject): IDataObject {
	const fields = Object.entries(item).map(([name, value]) => [name, given(value as Value)] as const);
	return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as IDataObject;
}
