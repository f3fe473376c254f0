import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { defineRoute, HubError, IdParams, NotFound, type Route, ServiceUnavailable } from '../../server/contract/index.ts';
import type { DocumentRequest, GenerationHistory, Generator, ProducedDocument } from '../generation/contract.ts';
import { QUOTA_HEADERS, setQuota, UsageLimitExceeded } from '../limits/contract.ts';
import { RenderFailed } from '../rendering/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import { ActionBody, ActionReply, AuthTestReply, FeedQuery, GenerationFeed, TemplateFeed, TemplateFields } from './integrations.schemas.ts';
import { integrationExamples } from './integrations.examples.ts';

export interface IntegrationParts {
  readonly generator: Generator;
  readonly history: GenerationHistory;
  readonly catalog: TemplateCatalog | undefined;
  readonly log: Logger;
}

/** The same words as the flat body: `options.margin.top` is `margin_top`, `template` is `template_id`. */
function inFlatWords(error: unknown): unknown {
  if (!HubError.is(error) || error.fields === undefined) return error;
  const flat = (text: string): string =>
    text
      .replace(/^options\.margin\./, 'margin_')
      .replace(/^options\./, '')
      .replace(/^template\b/, 'template_id');
  const fields = error.fields.map(({ field, message }) => ({ field: flat(field), message }));
  const { headers, retryAfter, transient } = error;
  return new HubError(error.code, error.status, flat(error.message), {
    fields,
    headers,
    transient,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** A document's request from the flat body. */
function requestOf(body: z.output<typeof ActionBody>): DocumentRequest {
  const { html, url, template_id: template, data, format, orientation, header, footer, filename } = body;
  const sides = { top: body.margin_top, right: body.margin_right, bottom: body.margin_bottom, left: body.margin_left };
  const margin = Object.fromEntries(Object.entries(sides).filter(([, length]) => length !== undefined));
  const { base_url, locale, timezone, currency, data_timezone, template_version, deterministic, date, strict, metadata } = body;
  const region = { locale, timezone, currency };
  const options = { format, orientation, header, footer, ...(Object.keys(margin).length === 0 ? {} : { margin }) };
  return {
    html,
    url,
    template,
    template_version,
    data,
    base_url,
    filename,
    ...region,
    data_timezone,
    deterministic,
    date,
    strict,
    metadata,
    options,
  };
}

/** What automation platforms call: a connection test, feeds to poll and one flat action. */
export function integrationRoutes({ generator, history, catalog, log }: IntegrationParts): Route[] {
  const common = { auth: 'key', scope: 'integrations' } as const;
  // The scope opens these routes and nothing else: what they make or show needs what it needs everywhere.
  const documents = { auth: 'key', scope: ['integrations', 'generate'] } as const;
  const routes = [
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/integrations/auth/test',
      operationId: 'testAuthentication',
      summary: 'Who the key belongs to',
      example: integrationExamples.testAuthentication,
      description: 'For the connection test of an automation platform: a key that works is answered with its account.',
      response: AuthTestReply,
      handle: async ({ principal: { email, plan } }) => ({ authenticated: true as const, email, plan }),
    }),
    defineRoute({
      ...documents,
      method: 'get',
      path: '/v1/integrations/triggers/new-generation',
      operationId: 'listNewGenerations',
      summary: 'Finished documents, newest first',
      example: integrationExamples.listNewGenerations,
      description: 'A document appears when it is completed or failed, never before: platforms look at each id once.',
      query: FeedQuery,
      response: GenerationFeed,
      handle: async ({ query: { limit }, principal: { accountId } }) => history.finished(accountId, limit),
    }),
    defineRoute({
      ...documents,
      method: 'post',
      path: '/v1/integrations/actions/generate',
      operationId: 'generateFromFields',
      summary: 'Make a PDF from flat fields',
      example: integrationExamples.generateFromFields,
      description: 'With `wait`, a document that takes longer is answered with 202 and its id, and goes on being made.',
      idempotent: true,
      body: ActionBody,
      response: ActionReply,
      headers: QUOTA_HEADERS,
      otherStatus: { 202: 'Not ready within `wait` seconds; the document goes on being made.' },
      errors: [UsageLimitExceeded, NotFound, RenderFailed, ServiceUnavailable],
      async handle({ body, principal, newId, signal, setHeader, setStatus, holdsContentOf }) {
        const { wait } = body;
        const id = newId('gen');
        // A repetition makes it anew once it is deleted, or has failed for a reason that may pass.
        holdsContentOf(id);
        const request = requestOf(body);
        // What a test key makes, a live one may make as well; the other way round it would count.
        const caller = body.test === true ? { ...principal, test: true } : principal;
        const lasting = wait === undefined ? signal : new AbortController().signal;
        const accepted = Promise.withResolvers<undefined>();
        const onAccepted = (): void => {
          accepted.resolve(undefined);
        };
        // Whichever is first: a caller that has the id finds its document, and one that is refused has no id.
        let decided: 'answered' | 'refused' | undefined;
        const decide = (outcome: 'answered' | 'refused'): boolean => {
          decided ??= outcome;
          return decided === outcome;
        };
        const early = wait === undefined ? {} : { onAccepted, mayRefuse: () => decide('refused') };
        const settings = { id, source: 'integrations' as const, ...early };
        const making: Promise<ProducedDocument> = generator.generate(request, settings, caller, lasting);
        try {
          const ready =
            wait === undefined
              ? await making
              : await Promise.race([making, accepted.promise.then(() => pause(wait * 1000, undefined, { ref: false }))]);
          if (ready === undefined && decide('answered')) {
            // Its end is told by the feeds and hooks.
            making.catch((error: unknown) => log.info({ err: error, generation: id }, 'a document that was not waited for failed'));
            setStatus(202);
            return { id, status: 'processing' as const };
          }
          const made = ready ?? (await making);
          setQuota(made.usage, setHeader);
          const { generation } = made;
          const facts = { pages: generation.pages ?? 0, file_size: generation.file?.size ?? 0, warnings: [...generation.warnings] };
          return { id, url: made.link().url, ...facts };
        } catch (error) {
          throw inFlatWords(error);
        }
      },
    }),
  ];
  if (catalog === undefined) return routes;
  const feed = defineRoute({
    auth: 'key',
    scope: ['integrations', 'templates:read'],
    method: 'get',
    path: '/v1/integrations/triggers/new-template',
    operationId: 'listNewTemplates',
    summary: 'Templates, newest first',
    example: integrationExamples.listNewTemplates,
    description: 'The account’s templates for polling; a platform looks at each id once.',
    query: FeedQuery,
    response: TemplateFeed,
    async handle({ query: { limit }, principal: { accountId } }) {
      const templates = await catalog.recent(accountId, { limit, offset: 0 });
      return templates.slice(0, limit).map(({ id, name, version, isPublic, createdAt, updatedAt }) => ({
        ...{ id, name, version, is_public: isPublic },
        created_at: createdAt.toISOString(),
        updated_at: updatedAt.toISOString(),
      }));
    },
  });
  const fields = defineRoute({
    auth: 'key',
    scope: ['integrations', 'templates:read'],
    method: 'get',
    path: '/v1/integrations/templates/:id/fields',
    operationId: 'listTemplateFields',
    summary: 'The variables of a template as fields of a form',
    example: integrationExamples.listTemplateFields,
    description: 'Labels and help are the title, description and first example of the template’s schema.',
    params: IdParams,
    response: TemplateFields,
    errors: [NotFound],
    handle: async ({ params: { id }, principal: { accountId } }) => catalog.fields(accountId, id),
  });
  return [...routes, feed, fields];
}
