import assert from 'node:assert/strict';
import pino from 'pino';
import { createMetrics } from './metrics.ts';

const COMPUTED_SECONDS = 0.1;

describe('metrics of the process', () => {
  it('are measured from the start on, not from the first time that somebody asks, and are told by every hub in it', async () => {
    const log = pino({ level: 'silent' });
    const hubs = [createMetrics(log), createMetrics(log)];
    for (const before = process.cpuUsage(); process.cpuUsage(before).user < COMPUTED_SECONDS * 1e6;);
    for (const hub of hubs) {
      const [, seconds] = /^process_cpu_seconds_total (\S+)$/m.exec(await hub.text()) ?? [];
      assert.ok(Number(seconds) >= COMPUTED_SECONDS, seconds);
    }
  });
});
