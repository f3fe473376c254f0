import type { Block, Cell, Tone } from '../../dashboard/contract.ts';
import type { DeliveryState } from '../contract.ts';
import type { DeliveryDocument } from '../delivery.model.ts';

const STATE_TONES: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  blocked: 'bad',
  stopped: 'neutral',
};

export const stateBadge = (state: DeliveryState): Cell => ({ badge: state, tone: STATE_TONES[state] });

/** State, attempts and last answer of a delivery, as rows of tables have them. */
export const progress = ({ state, attempts }: Pick<DeliveryDocument, 'state' | 'attempts'>): readonly Cell[] => {
  const last = attempts.at(-1);
  return [stateBadge(state), String(attempts.length), last?.error ?? String(last?.status ?? '–')];
};

/** The deliveries of one event. */
export const deliveriesBlock = (deliveries: readonly DeliveryDocument[]): Block => ({
  kind: 'section',
  title: 'Webhooks',
  blocks: [
    {
      kind: 'table',
      caption: 'Webhook deliveries',
      columns: ['Receiver', 'State', 'Attempts', 'Last answer'],
      rows: deliveries.map((one): Cell[] => [{ text: one.url, href: `/webhooks/deliveries/${one._id}` }, ...progress(one)]),
      empty: '',
    },
  ],
});
