import type { Caller } from './caller.ts';
import { until } from './until.ts';

/** The ids of an account's documents that are being made, once there are so many: a record says so a quarter of a second after it began. */
export async function atWork(caller: Caller, count = 1): Promise<string[]> {
  return until(`${String(count)} documents at work`, async () => {
    const { body } = await caller.send<{ data: { id: string; status: string }[] }>('GET', '/v1/generations');
    const ids = body.data.filter(({ status }) => status === 'processing').map(({ id }) => id);
    return ids.length >= count ? ids : undefined;
  });
}
