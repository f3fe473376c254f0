import { defineRoute, type Route } from '../../server/contract/index.ts';
import { UsageLimitExceeded } from '../limits/contract.ts';
import { AiBody, AiReply } from './ai.schemas.ts';
import { AiError, AiNotConfigured } from './errors.ts';
import type { TemplateWriter } from './template-writer.ts';
import { aiExamples } from './ai.examples.ts';

export function aiRoutes(writer: TemplateWriter | undefined): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/ai/generate-template',
      auth: 'key',
      scope: 'ai',
      operationId: 'generateTemplate',
      summary: 'Generate a template from a prompt',
      example: aiExamples.generateTemplate,
      description:
        'The result has no scripts and loads nothing; it compiles and renders. Save it through POST /v1/templates, or send it as html to POST /v1/generate.',
      idempotent: true,
      body: AiBody,
      response: AiReply,
      errors: [UsageLimitExceeded, AiError, AiNotConfigured],
      async handle({ body, principal, signal }) {
        if (writer === undefined) throw AiNotConfigured('This server has no AI provider; its operator sets ai.apiKey (OPENAI_API_KEY).');
        const { html, variables } = await writer.write(body, principal, signal);
        return { html, variables: [...variables], type: body.type, style: body.style };
      },
    }),
  ];
}
