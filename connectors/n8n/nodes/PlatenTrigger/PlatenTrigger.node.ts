import {
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { platen, type Reply } from '../shared/transport';

type HookPage = Reply<'/v1/integrations/hooks', 'get'>;
type Hook = HookPage['data'][number];

const PAGE = 100;

export class PlatenTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platen Trigger',
		name: 'platenTrigger',
		icon: { light: 'file:../../icons/platen.svg', dark: 'file:../../icons/platen.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Starts the workflow when a PDF is ready or failed, a batch has ended or a template was created',
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
				options: [
					{ name: 'Batch Completed', value: 'batch.completed' },
					{ name: 'PDF Failed', value: 'generation.failed' },
					{ name: 'PDF Generated', value: 'generation.completed' },
					{ name: 'Quota Warning', value: 'quota.warning' },
					{ name: 'Template Created', value: 'template.created' },
				],
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const wanted = this.getNodeParameter('events') as string[];
				const own = (await hooksOf(this)).filter(({ target_url }) => target_url === this.getNodeWebhookUrl('default'));
				return wanted.every((event) => own.some((hook) => hook.event === event));
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const ids: string[] = [];
				for (const event of this.getNodeParameter('events') as string[]) {
					const body = { target_url: this.getNodeWebhookUrl('default'), event };
					const hook = await platen<Hook>(this, { method: 'POST', path: '/integrations/hooks', body });
					ids.push(hook.body.id);
				}
				this.getWorkflowStaticData('node')['hooks'] = ids;
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const kept = this.getWorkflowStaticData('node');
				const ids = (kept['hooks'] as string[] | undefined) ?? [];
				for (const id of ids) await platen(this, { method: 'DELETE', path: `/integrations/hooks/${encodeURIComponent(id)}`, accepts: 404 });
				delete kept['hooks'];
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { type, timestamp, data } = this.getBodyData() as { type: string; timestamp: string; data: IDataObject };
		return { workflowData: [this.helpers.returnJsonArray([{ event: type, timestamp, ...data }])] };
	}
}

async function hooksOf(context: IHookFunctions): Promise<Hook[]> {
	const hooks: Hook[] = [];
	let cursor: string | null = null;
	do {
		const qs: IDataObject = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
		const page: HookPage = (await platen<HookPage>(context, { method: 'GET', path: '/integrations/hooks', qs })).body;
		hooks.push(...page.data);
		cursor = page.next_cursor;
	} while (cursor !== null);
	return hooks;
}
