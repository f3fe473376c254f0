import type { Caller } from '../support/caller.ts';
import type { MakeEngine } from '../support/make-engine.ts';
import { textOf } from '../support/pdf.ts';
import { assertKeepsDays } from './days.ts';

/** Has the app print days as they are in the zone of its organization. */
export async function assertKeepsDaysOfOrganization(engine: MakeEngine, caller: Caller): Promise<void> {
  await assertKeepsDays(caller, async ({ zone, ...values }) => {
    engine.timezone = zone;
    const [made] = await engine.module('generateFromTemplate', { ...values, download: true });
    return textOf(made?.['data'] as Buffer);
  });
  engine.timezone = 'UTC';
}
