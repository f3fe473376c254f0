import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Remembers the connections of a server that have sent no request yet: Node counts them as busy, so that one which a client
 * opened ahead holds up the end of the server.
 * @returns ends those that have been silent for longer than so many milliseconds
 */
export function silentConnections(server: Server): (ms: number) => void {
  const silent = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => {
    silent.delete(socket);
  });
  return (ms) => {
    for (const [socket, since] of silent) if (performance.now() - since > ms) socket.destroy();
  };
}
