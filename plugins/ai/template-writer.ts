import { HubError } from '../../server/contract/index.ts';
import type { PlanLimits, PlanOwner } from '../limits/contract.ts';
import type { HtmlComposer, PdfRenderer, TemplateVariable } from '../rendering/contract.ts';
import type { AiBody } from './ai.schemas.ts';
import { documentIn } from './clean-html.ts';
import { AiError } from './errors.ts';
import type { Provider } from './openai-client.ts';
import { messagesFor, repairMessages } from './prompt.ts';

export interface WrittenTemplate {
  readonly html: string;
  readonly variables: readonly string[];
}

interface Usable extends WrittenTemplate {
  readonly problem?: undefined;
}

/** Asks for a template, checks that it compiles and renders, and asks once more with the error when it does not. */
export class TemplateWriter {
  readonly #provider: Provider;
  readonly #composer: HtmlComposer;
  readonly #renderer: PdfRenderer;
  readonly #limits: PlanLimits | undefined;

  constructor(provider: Provider, composer: HtmlComposer, renderer: PdfRenderer, limits: PlanLimits | undefined) {
    this.#provider = provider;
    this.#composer = composer;
    this.#renderer = renderer;
    this.#limits = limits;
  }

  /**
   * Counts as one AI call unless the provider itself fails: an answer costs, whether or not it can be used.
   * @throws UsageLimitExceeded before the provider is asked; AiError when it fails, or its second answer cannot be used either
   */
  async write(body: AiBody, owner: PlanOwner, signal: AbortSignal): Promise<WrittenTemplate> {
    const messages = messagesFor(
      body,
      this.#composer.helpers.map(({ name, args }) => `${name} ${args}`),
    );
    const giveBack = await this.#limits?.spend(owner, 'aiCalls');
    const answer = await this.#provider.ask(messages, signal).catch(async (error: unknown) => {
      // Who hangs up has been served as far as the provider is concerned.
      if (HubError.is(error)) await giveBack?.();
      throw error;
    });
    const first = await this.#check(owner.accountId, answer, signal);
    if (first.problem === undefined) return first;
    const repaired = await this.#provider.ask(repairMessages(messages, answer, first.problem), signal);
    const second = await this.#check(owner.accountId, repaired, signal);
    if (second.problem === undefined) return second;
    throw AiError('The AI provider returned an invalid template twice. Rephrase the prompt.');
  }

  async #check(accountId: string, answer: string, signal: AbortSignal): Promise<Usable | { readonly problem: string }> {
    const found = documentIn(answer);
    if (found === undefined) return { problem: 'it holds no HTML document' };
    try {
      const html = await this.#composer.stripExternal(accountId, found);
      const variables = namesOf(await this.#composer.variables(accountId, html));
      const plan = this.#renderer.plan({}, true, 'options');
      await this.#renderer.render({ accountId, source: { html, data: {} }, plan, signal });
      return { html, variables };
    } catch (error) {
      // Only what the template itself is to blame for can be repaired by its writer.
      if (!HubError.is(error) || error.status >= 500 || error.status === 429) throw error;
      return { problem: error.message };
    }
  }
}

/** `customer.name`, `items`, `items.price`: every variable by its path. */
function namesOf(variables: Readonly<Record<string, TemplateVariable>>, prefix = ''): string[] {
  return Object.entries(variables).flatMap(([name, { kind, fields }]) => {
    const path = prefix + name;
    const inner = namesOf(fields, `${path}.`);
    return kind === 'object' && inner.length > 0 ? inner : [path, ...inner];
  });
}
