import assert from 'node:assert/strict';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { textOf } from '../support/pdf.ts';
import { suiteDatabase } from '../support/hub.ts';
import { callerOf, ready, start, stop } from '../support/process.ts';
import { temporaryFolder } from '../support/services.ts';

const ZONES = ['America/New_York', 'Asia/Kolkata', 'UTC'];
const DATES = [
  '2026-06-15T00:00:00',
  '2026-06-15',
  'June 15, 2026',
  '2026-06-15 23:59',
  '15.06.2026',
  1798070400,
  '2026-12-24T23:30:00Z',
  'Room 12',
];

describe('the zone of the machine', function () {
  this.timeout(180_000);
  const folder = temporaryFolder('zones');
  after(() => folder.remove());

  it('changes nothing of a document: dates are those of the request', async () => {
    const papers = new Set<string>();
    for (const zone of ZONES) {
      const data = join(folder.path, zone.replace('/', '-'));
      const running = await start(data, await freePort(), 'server/main.ts', { TZ: zone, PLATEN_MONGO_URL: suiteDatabase() });
      try {
        await ready(running);
        const caller = callerOf(data, running.url);
        const html = '{{#each dates}}<p>{{formatDate this "long" time="short"}} {{formatDate this "yyyy-MM-dd HH:mm"}}</p>{{/each}}';
        const texts = [];
        for (const timezone of ['Europe/Berlin', 'America/Los_Angeles'])
          texts.push(await textOf(await caller.pdf({ html, data: { dates: DATES }, locale: 'de-DE', timezone })));
        papers.add(texts.join('\n'));
        assert.equal(await stop(running), 0);
      } finally {
        running.child.kill('SIGKILL');
      }
    }
    assert.equal(papers.size, 1, [...papers].join('\n---\n'));
    assert.match([...papers][0] ?? '', /15\. Juni 2026 um 00:00/);
  });
});
