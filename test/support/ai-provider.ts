import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly authorization: string;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

type Answer = (response: ServerResponse, asked: Asked, request: IncomingMessage) => void;

/** A service that speaks the streamed chat completions of OpenAI's API, and misbehaves as a test says. */
export class AiProvider {
  readonly asked: Asked[] = [];
  readonly #answers: Answer[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<AiProvider> {
    const server = createServer();
    const provider = new AiProvider(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<Asked, 'authorization'> & { stream: boolean };
        const asked = { authorization: request.headers.authorization ?? '', model: body.model, messages: body.messages };
        provider.asked.push(asked);
        const isRight = request.method === 'POST' && request.url === '/v1/chat/completions' && body.stream;
        const answer = isRight ? provider.#answers.shift() : undefined;
        if (answer === undefined) response.writeHead(404).end('{"error":{"message":"no such route"}}');
        else answer(response, asked, request);
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return provider;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  /** What the next calls get, in order. */
  next(...answers: (string | Answer)[]): void {
    this.#answers.splice(0, Infinity, ...answers.map((answer) => (typeof answer === 'string' ? says(answer) : answer)));
    this.asked.length = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const event = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** Streams a text in pieces. */
function says(text: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < text.length; at += 40) response.write(event(text.slice(at, at + 40)));
    response.end('data: [DONE]\n\n');
  };
}

export function refuses(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'x', code: 'y' } }));
  };
}

/** Streams something, then does as it is told. */
export function begins(text: string, then: (response: ServerResponse, request: IncomingMessage) => void): Answer {
  return (response, _, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event(text));
    then(response, request);
  };
}
