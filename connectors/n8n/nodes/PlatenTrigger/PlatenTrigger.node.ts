import {
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { isSigned } from '../shared/signature';
import { searchTemplates, templateField } from '../shared/templates';
import { platen, type Reply } from '../shared/transport';

type HookPage = Reply<'/v1/integrations/hooks', 'get'>;
type Hook = HookPage['data'][number];

const PAGE = 100;
const OF_NO_TEMPLATE = ['quota.warning', 'template.created'];
const ASK_AGAIN_MS = 60_000;

export class PlatenTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platen Trigger',
		name: 'platenTrigger',
		icon: { light: 'file:../../icons/platen.svg', dark: 'file:../../icons/platen.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		// n8n lists a node and its trigger as one, with the description of the trigger.
		description: 'Make PDFs from templates, HTML or web pages, work on PDF files, or start the workflow when a PDF is ready, a batch has ended or a template has changed',
		defaults: { name: 'Platen Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'platenApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['generation.completed'],
				description: 'What starts the workflow',
				options: [
					{ name: 'Batch Completed', value: 'batch.completed' },
					{ name: 'PDF Failed', value: 'generation.failed' },
					{ name: 'PDF Generated', value: 'generation.completed' },
					{ name: 'Quota Warning', value: 'quota.warning' },
					{ name: 'Template Created', value: 'template.created' },
					{ name: 'Template Deleted', value: 'template.deleted' },
					{ name: 'Template Updated', value: 'template.updated' },
				],
			},
			{
				...templateField,
				required: false,
				description: 'Only PDFs of this template, batches with some, or changes of it; all when left empty. Quota warnings and new templates are not narrowed.',
			},
		],
	};

	methods = { listSearch: { searchTemplates } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const wanted = this.getNodeParameter('events') as string[];
				const own = await hooksOf(this, String(this.getNodeWebhookUrl('default')));
				const isSame = (hook: Hook, event: string): boolean => hook.event === event && (hook.template_id ?? '') === templateFor(this, event);
				if (!wanted.every((event) => own.some((hook) => isSame(hook, event)))) return false;
				this.getWorkflowStaticData('node')['hooks'] = own.map(({ id }) => id);
				return true;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const ids: string[] = [];
				let isWhole = false;
				try {
					for (const event of this.getNodeParameter('events') as string[]) {
						const template = templateFor(this, event);
						const body = { target_url: this.getNodeWebhookUrl('default'), event, ...(template === '' ? {} : { template_id: template }) };
						const hook = await platen<Hook>(this, { method: 'POST', path: '/integrations/hooks', body });
						ids.push(hook.body.id);
					}
					isWhole = true;
				} finally {
					// Nobody would know of those that were made before one was refused.
					if (!isWhole) for (const id of ids) await removeHook(this, id);
				}
				this.getWorkflowStaticData('node')['hooks'] = ids;
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const kept = this.getWorkflowStaticData('node');
				const ids = (kept['hooks'] as string[] | undefined) ?? [];
				for (const id of ids) await removeHook(this, id);
				delete kept['hooks'];
				delete kept['secret'];
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		if (!(await isFromPlaten(this))) {
			this.getResponseObject().status(401).json({ message: 'The signature is not that of Platen.' });
			return { noWebhookResponse: true };
		}
		const { type, timestamp, data } = this.getBodyData() as { type: string; timestamp: string; data: IDataObject };
		return { workflowData: [this.helpers.returnJsonArray([{ event: type, timestamp, ...data }])] };
	}
}

/** The address of a webhook is no secret: only what Platen signed starts a workflow. */
async function isFromPlaten(context: IWebhookFunctions): Promise<boolean> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody?.();
	const headers = context.getHeaderData() as Record<string, string | undefined>;
	const signed = {
		id: headers['webhook-id'] ?? '',
		timestamp: headers['webhook-timestamp'] ?? '',
		signatures: headers['webhook-signature'] ?? '',
		body: request.rawBody === undefined ? JSON.stringify(context.getBodyData()) : request.rawBody.toString(),
	};
	const kept = context.getWorkflowStaticData('node');
	if (typeof kept['secret'] === 'string' && isSigned(signed, kept['secret'])) return true;
	// The secret may have been changed. Forged calls make Platen be asked once a minute.
	if (Date.now() - Number(kept['askedAt'] ?? 0) < ASK_AGAIN_MS) return false;
	kept['askedAt'] = Date.now();
	kept['secret'] = (await platen<Reply<'/v1/webhooks/secret', 'get'>>(context, { method: 'GET', path: '/webhooks/secret' })).body.secret;
	return isSigned(signed, String(kept['secret']));
}

/** What an event is narrowed to; empty for all templates. */
const templateFor = (context: IHookFunctions, event: string): string =>
	OF_NO_TEMPLATE.includes(event) ? '' : String(context.getNodeParameter('templateId', '', { extractValue: true }) ?? '');

async function removeHook(context: IHookFunctions, id: string): Promise<void> {
	await platen(context, { method: 'DELETE', path: `/integrations/hooks/${encodeURIComponent(id)}`, accepts: 404 });
}

async function hooksOf(context: IHookFunctions, url: string): Promise<Hook[]> {
	const page = await platen<HookPage>(context, { method: 'GET', path: '/integrations/hooks', qs: { limit: PAGE, target_url: url } });
	return page.body.data;
}
