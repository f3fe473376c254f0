import { execFileSync } from 'node:child_process';
import type { Envelope, Reply } from '../../support/caller.ts';

/** What takes longer has no limit: a file gets 60 s on the clock, and less of a processor. */
export const ANSWER_LIMIT_MS = 120_000;

/** Whether a file got no processor for too long, which is no fault of it. */
export const isTooBusy = ({ status, body }: Reply<Partial<Envelope>>): boolean =>
  status === 503 && body.error?.message === 'The machine is too busy to work on this PDF. Try again in a few seconds.';

/** Processes of this one's hub that read PDFs. */
export const allChildren = (): number[] => children().map(({ pid }) => pid);

/** Those that are not waiting for work. */
export const busyChildren = (): number[] =>
  children()
    .filter(({ isBusy }) => isBusy)
    .map(({ pid }) => pid);

function children(): { pid: number; isBusy: boolean }[] {
  const lines = execFileSync('ps', ['-o', 'pid=,stat=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , ...args]) => args.join(' ').includes('child/main.'))
    .map(([pid, stat = '']) => ({ pid: Number(pid), isBusy: stat.startsWith('R') }));
}
