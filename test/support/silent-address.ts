import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * An address of loopback that takes no connection and refuses none, as one behind a firewall that drops packets: its process has stopped
 * accepting, and what the system keeps for it is full.
 */
export async function openSilentAddress(host: string, port: number): Promise<{ close(): void }> {
  const child = fork(import.meta.filename, [host, String(port)], { stdio: 'inherit' });
  await once(child, 'message');
  child.kill('SIGSTOP');
  const waiting: Socket[] = [];
  for (let full = false; !full;) {
    const socket = connect(port, host).on('error', () => undefined); // it never speaks
    waiting.push(socket);
    full = await Promise.race([once(socket, 'connect').then(() => false), new Promise<true>((resolve) => setTimeout(resolve, 300, true))]);
  }
  return {
    close() {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const [, , host = '', port = ''] = process.argv;
  createServer().listen({ host, port: Number(port), backlog: 1 }, () => process.send?.('listening'));
}
