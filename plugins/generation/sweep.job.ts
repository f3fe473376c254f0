import type { Logger } from 'pino';
import { z } from 'zod';
import { defineJob } from '../../server/contract/index.ts';
import type { Allowance } from './allowance.ts';
import type { GenerationStore } from './generation.store.ts';

const INTERRUPTED = 'Interrupted: the process that made this document ended. Send it again.';

/** Closes documents whose process died and gives back what was counted for them; forgets requests kept long enough. */
export async function sweep(store: GenerationStore, allowance: Allowance, log: Logger): Promise<void> {
  for (const lease of await store.abandoned()) {
    if (await store.fail(lease, INTERRUPTED)) log.warn({ generation: lease.id }, 'a document was interrupted');
  }
  await allowance.mend();
  await store.dropOldInputs();
}

export function sweepJob(store: GenerationStore, allowance: Allowance, log: Logger) {
  return defineJob({
    name: 'generation.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    run: () => sweep(store, allowance, log),
  });
}
