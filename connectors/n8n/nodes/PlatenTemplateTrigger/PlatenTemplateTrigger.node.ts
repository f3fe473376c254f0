import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { platen, type Reply } from '../shared/transport';

type Row = Reply<'/v1/integrations/triggers/new-template', 'get'>[number];

export class PlatenTemplateTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platen New Template Trigger',
		name: 'platenTemplateTrigger',
		icon: { light: 'file:../../icons/platen.svg', dark: 'file:../../icons/platen.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'New template',
		description: 'Looks for new templates from time to time, where Platen cannot reach this n8n',
		defaults: { name: 'Platen New Template Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'platenApi', required: true }],
		polling: true,
		properties: [],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { body } = await platen<Row[]>(this, { method: 'GET', path: '/integrations/triggers/new-template', qs: { limit: 100 } });
		if (this.getMode() === 'manual') return body.length === 0 ? null : [this.helpers.returnJsonArray(body.slice(0, 1))];
		const kept = this.getWorkflowStaticData('node');
		const seen = kept['seen'] as string[] | undefined;
		const since = (kept['since'] as string | undefined) ?? '';
		kept['seen'] = body.map(({ id }) => id);
		const newest = body[0]?.created_at ?? '';
		kept['since'] = newest > since ? newest : since;
		// The first look is where it starts from. An older one comes into sight when a newer one is deleted.
		const fresh = seen === undefined ? [] : body.filter((one) => one.created_at >= since && !seen.includes(one.id)).reverse();
		return fresh.length === 0 ? null : [this.helpers.returnJsonArray(fresh)];
	}
}
