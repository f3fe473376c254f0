import assert from 'node:assert/strict';
import type { Caller } from '../support/caller.ts';

/** Midnights of zones as a platform gives a day, also on both days of a change of clocks, and the day that each of them is. */
const DAYS = [
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['America/Los_Angeles', '2026-03-08T08:00:00.000Z', '2026-03-08'],
  ['America/Los_Angeles', '2026-11-02T08:00:00.000Z', '2026-11-02'],
  ['Asia/Kolkata', '2026-12-23T18:30:00.000Z', '2026-12-24'],
  ['Pacific/Auckland', '2026-12-23T11:00:00.000Z', '2026-12-24'],
] as const;

interface Step {
  readonly templateId: string;
  readonly data: { readonly day: string; readonly moment: string };
  /** Of the platform. */
  readonly zone: string;
  /** Of the document, where it has another one. */
  readonly timezone: string | undefined;
}

/** Has a connector print days as they are in the zone of its platform, whatever the zone of the document, and moments in that of the document. */
export async function assertKeepsDays(caller: Caller, textMadeBy: (step: Step) => Promise<string>): Promise<void> {
  const html_content = '<p>{{formatDate day format="yyyy-MM-dd"}} {{formatDate moment format="yyyy-MM-dd HH:mm"}}';
  const schema = { day: 'date', moment: { $type: 'date', format: 'date-time' } };
  const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Days', html_content, schema });
  for (const [zone, midnight, day] of DAYS) {
    for (const timezone of [undefined, 'America/Los_Angeles', 'Pacific/Auckland']) {
      const data = { day: midnight, moment: '2026-06-01T12:00:00.000Z' };
      const [printed, ...moment] = (await textMadeBy({ templateId: body.id, data, zone, timezone })).split(' ');
      assert.equal(printed, day, `${zone}, ${String(timezone)}`);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone ?? zone, dateStyle: 'short', timeStyle: 'short' });
      assert.equal(moment.join(' '), shown.format(new Date(data.moment)), `${zone}, ${String(timezone)}`);
    }
  }
}
