import assert from 'node:assert/strict';
import { pino } from 'pino';
import { OutageLog } from './outage-log.ts';

describe('OutageLog', () => {
  it('says when an outage begins, once a minute while it lasts, and when it is over', () => {
    const lines: string[] = [];
    let now = 0;
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
    const outage = new OutageLog(log, 'the job queue', 'the database', () => now);
    outage.worked();
    for (; now <= 150_000; now += 500) outage.failed(new Error('away'));
    outage.worked();
    outage.worked();
    outage.failed(new Error('away again'));
    const said = lines.map((line) => JSON.parse(line) as { msg: string; seconds?: number; errors?: number });
    assert.deepEqual(
      said.map(({ msg, seconds, errors }) => [msg, seconds, errors]),
      [
        ['the job queue cannot reach the database, and goes on as soon as it can', undefined, undefined],
        ['the job queue still cannot reach the database', 60, 121],
        ['the job queue still cannot reach the database', 120, 241],
        ['the job queue reaches the database again', 151, 301],
        ['the job queue cannot reach the database, and goes on as soon as it can', undefined, undefined],
      ],
    );
  });
});
