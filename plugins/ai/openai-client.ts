import OpenAI from 'openai';
import type { Logger } from 'pino';
import { AiError } from './errors.ts';
import type { Message } from './prompt.ts';

const MAX_CHARACTERS = 400_000;
const MAX_LOGGED = 1000;

export interface ProviderConfig {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
}

export interface Provider {
  /** @throws AiError with a short reason; what the provider reason is for the log only */
  ask(messages: readonly Message[], signal: AbortSignal): Promise<string>;
}

/** Any service that speaks OpenAI's chat completions. */
export function createProvider({ apiKey, baseUrl, model, timeoutMs }: ProviderConfig, log: Logger): Provider {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, timeout: timeoutMs, maxRetries: 0, logLevel: 'off' });
  return {
    async ask(messages, signal) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const stream = await client.chat.completions.create(
          { model, stream: true, messages: messages.map((message) => ({ ...message })) },
          { signal: AbortSignal.any([signal, limit]) },
        );
        let text = '';
        for await (const { choices } of stream) {
          text += choices[0]?.delta.content ?? '';
          if (text.length > MAX_CHARACTERS) throw new TooLong();
        }
        // The stream ends without a word when it is aborted.
        signal.throwIfAborted();
        limit.throwIfAborted();
        return text;
      } catch (error) {
        if (signal.aborted) throw error;
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        // Some providers repeat the key they refuse.
        log.warn({ provider: reason.replaceAll(apiKey, '[key]').slice(0, MAX_LOGGED) }, 'the AI provider did not help');
        throw AiError(`The AI provider ${reasonOf(error, limit.aborted)}.`);
      }
    },
  };
}

class TooLong extends Error {}

function reasonOf(error: unknown, late: boolean): string {
  if (late || error instanceof OpenAI.APIConnectionTimeoutError) return 'did not answer in time; try again';
  if (error instanceof TooLong) return 'answered with too much';
  if (error instanceof OpenAI.APIConnectionError) return 'could not be reached; try again';
  if (!(error instanceof OpenAI.APIError)) return 'answered with something that is not its protocol';
  switch (error.status) {
    case 401:
    case 403:
      return 'refuses the key of this server; its operator has to fix ai.apiKey';
    case 404:
      return 'does not know the model of this server; its operator has to fix ai.model';
    case 429:
      return 'is busy or its quota is used up; try again later';
    default:
      return error.status !== undefined && error.status >= 400 && error.status < 500 ? 'refused the request' : 'had an error; try again';
  }
}
