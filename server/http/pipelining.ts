import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Requests that one connection may send before it has read the replies to the earlier ones. */
const MAX_WAITING = 32;

interface Line {
  waiting: number;
  last: Promise<void>;
}

/**
 * Serves the requests of one connection one after the other. Node hands over all that are in one packet at once, a
 * thousand short ones or more, and nothing else would have its turn before the last of them is begun.
 */
export function inTurn(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined || line.waiting === 0) {
      lines.set(
        socket,
        enter({ waiting: 0, last: Promise.resolve() }, () => handle(request, response)),
      );
      return;
    }
    if (line.waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    const before = line.last;
    enter(line, async () => {
      await before;
      await nextTurn();
      if (!socket.destroyed) await handle(request, response);
    });
  };
}

function enter(line: Line, work: () => Promise<void>): Line {
  line.waiting++;
  line.last = work().finally(() => {
    line.waiting--;
  });
  return line;
}
