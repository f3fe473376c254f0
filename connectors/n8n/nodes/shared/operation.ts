import { createHash } from 'node:crypto';
import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, type INodeProperties, NodeOperationError, sleep } from 'n8n-workflow';
import { fileBehind, isUnreachable, platen } from './transport';

/** One thing the node can do: what it asks for, and how it is done for one item. */
export interface Operation {
	readonly resource: string;
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly fields: readonly INodeProperties[];
	/** Whether what the item brought along stays beside what is made: it is one thing made of one item. */
	readonly keepsInput?: boolean;
	/** Takes all items at once, and runs for the first one only. */
	readonly takesAll?: (context: IExecuteFunctions) => boolean;
	run(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]>;
}

export const json = (value: unknown): INodeExecutionData[] => [{ json: value as IDataObject }];

/** A parameter that may be left empty. */
export function optional(context: IExecuteFunctions, name: string, item: number): IDataObject {
	const value = context.getNodeParameter(name, item, '') as IDataObject[string];
	return value === '' || value === undefined || value === null ? {} : { [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]: value };
}

/** Texts that may be left empty: an expression may give a number or a switch in their place. */
export function optionalTexts(context: IExecuteFunctions, names: readonly string[], item: number): IDataObject {
	const given = Object.assign({}, ...names.map((name) => optional(context, name, item))) as IDataObject;
	return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)]));
}

/** What an expression gave where a text is meant; nothing for nothing. */
export const asText = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/**
 * One key for one thing asked for in one run of the node: a retry of the step repeats it, and anything else is made anew.
 * A loop runs the node several times in an execution. An agent's tool has another run index for each try of a call, and
 * is told apart by what it asks for alone.
 */
export function idempotencyKey(context: IExecuteFunctions, item: number, body: IDataObject): { idempotencyKey?: string } {
	const execution = context.getExecutionId();
	if (execution === undefined || execution === '') return {};
	const { id, type } = context.getNode();
	const run = type.endsWith('Tool') ? 'tool' : String(context.evaluateExpression('{{ $runIndex }}', item));
	const identity = [context.getInstanceId(), execution, id, run, String(item), JSON.stringify(body)].join('\n');
	return { idempotencyKey: `n8n-${createHash('sha256').update(identity).digest('hex')}` };
}

const POLL_MS = 2000;
const MINUTE_MS = 60_000;

/** Looks for what goes on being made until it has ended, for as many minutes as the node may wait. */
export async function waitFor(context: IExecuteFunctions, item: number, path: string, isEnded: (one: IDataObject) => boolean): Promise<IDataObject> {
	const minutes = context.getNodeParameter('minutes', item) as number;
	for (let look = 0; look < (minutes * MINUTE_MS) / POLL_MS; look++) {
		const body = await asked(context, path, item);
		if (body !== undefined && isEnded(body)) return body;
		await sleep(POLL_MS);
	}
	throw new NodeOperationError(context.getNode(), `${path} has not ended after ${String(minutes)} minutes`, { itemIndex: item });
}

/** Undefined while Platen cannot be reached: it may be started again, and what was accepted goes on. */
async function asked(context: IExecuteFunctions, path: string, item: number): Promise<IDataObject | undefined> {
	return platen(context, { method: 'GET', path, itemIndex: item }).then(
		({ body }) => body,
		async (error: Error) => (isUnreachable(error) ? undefined : Promise.reject(error)),
	);
}

export const keepInputField: INodeProperties = {
	displayName: 'Keep Input',
	name: 'keepInput',
	type: 'boolean',
	default: true,
	description: 'Whether the fields and files that the item brought along stay beside what is made',
};

/** What was made, with what its item brought along; of two fields of one name the one that was made counts. */
export function withInput(context: IExecuteFunctions, item: number, made: INodeExecutionData): INodeExecutionData {
	const input = context.getInputData()[item];
	const binary = { ...input?.binary, ...made.binary };
	return { ...made, json: { ...input?.json, ...made.json }, ...(Object.keys(binary).length === 0 ? {} : { binary }) };
}

export const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputProperty',
	type: 'string',
	default: 'data',
	description: 'The name of the binary field that the file is put in',
};

export const outputOf = (context: IExecuteFunctions, item: number): string => (context.getNodeParameter('outputProperty', item, 'data') as string) || 'data';

/** The file of a document, with the document, in n8n's own kind of file. */
export async function withFile(context: IExecuteFunctions, item: number, document: IDataObject): Promise<INodeExecutionData> {
	const id = encodeURIComponent(String(document['id']));
	const { body } = await platen<ArrayBuffer>(context, { method: 'GET', path: `/generations/${id}/file`, file: true, itemIndex: item });
	const name = fileName(String(document['filename'] ?? document['id']));
	const file = await context.helpers.prepareBinaryData(Buffer.from(body), name, typeOf(name));
	return { json: document, binary: { [outputOf(context, item)]: file } };
}

const fileName = (name: string): string => (/\.(pdf|png|jpe?g)$/i.test(name) ? name : `${name}.pdf`);

const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.zip': 'application/zip' };
const typeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf('.'))] ?? 'application/pdf';

/** What was made, with the file behind its signed link. */
export async function fromLink(
	context: IExecuteFunctions,
	item: number,
	made: IDataObject,
	name: string,
	url = String(made['url']),
): Promise<INodeExecutionData> {
	const file = await context.helpers.prepareBinaryData(await fileBehind(context, url, item), name, typeOf(name));
	return { json: made, binary: { [outputOf(context, item)]: file } };
}
