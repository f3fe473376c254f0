import type { Bundle, ZObject } from 'zapier-platform-core';
import { baseUrl } from '../base-url.ts';
import { given } from '../given.ts';
import { removeHook } from '../hub.ts';

export type HookEvent =
  | 'generation.completed'
  | 'generation.failed'
  | 'batch.completed'
  | 'template.updated'
  | 'template.deleted'
  | 'quota.warning';

interface Hook {
  readonly id: string;
}

/** Subscribing and unsubscribing for one event, as every instant trigger needs them. */
export const hookFor = (event: HookEvent) => ({
  performSubscribe: async (z: ZObject, bundle: Bundle): Promise<Hook> => {
    const filters = given(bundle.inputData, 'template_id');
    const { data } = await z.request<Hook>({
      method: 'POST',
      url: `${baseUrl(z, bundle)}/v1/integrations/hooks`,
      body: { target_url: bundle.targetUrl, event, ...filters },
    });
    return data;
  },
  performUnsubscribe: async (z: ZObject, bundle: Bundle): Promise<object> => {
    const id = String((bundle.subscribeData as Partial<Hook> | undefined)?.id);
    await removeHook(z, bundle, id);
    return { id };
  },
});

/** Narrows a trigger to one template. */
export const templateField = (helpText: string) =>
  ({ key: 'template_id', label: 'Template', type: 'string', dynamic: 'template_list.id.name', helpText }) as const;

/** What a delivery is about. */
export const delivered = <T>(bundle: Bundle): T => (bundle.cleanedRequest as { data: T }).data;
