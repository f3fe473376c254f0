import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 3;

const { url } = workerData as { url: string };
const agent = new Agent({ keepAlive: true });
let longest = 0;
let since = 0;

/** The wait so far of the request under way counts too. */
parentPort?.on('message', () => {
  parentPort?.postMessage(Math.max(longest, performance.now() - since));
  longest = 0;
});

function probe(): void {
  since = performance.now();
  const done = (): void => {
    longest = Math.max(longest, performance.now() - since);
    since = Infinity;
    setTimeout(probe, PAUSE_MS);
  };
  get(`${url}/healthz`, { agent }, (answer) => {
    answer.resume().once('end', done);
  }).once('error', done);
}

probe();
