/** What `/healthz` and `/readyz` answer, which no plugin declares. */
export const HEALTH_TAG = { name: 'Health', description: 'For whoever runs the service: whether it lives, and whether it is ready.' };

const STATE = { type: 'string', enum: ['ok', 'degraded', 'unavailable'], description: 'How the part is.' };

const readiness = (states: readonly string[]) => ({
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: states, description: 'How the service is as a whole.' },
    checks: { type: 'object', description: 'The parts it needs, by their names.', additionalProperties: STATE },
  },
});

const json = (description: string, schema: object, example: object) => ({
  description,
  content: { 'application/json': { schema, example } },
});

const common = { tags: [HEALTH_TAG.name], security: [], parameters: [] };

export const HEALTH_PATHS = {
  '/healthz': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether the process lives',
      description: 'Answered from the first moment of the start, before the database is there. Restart a process that does not answer.',
      ...common,
      responses: {
        200: json(
          'It answers.',
          { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['ok'], description: 'Always `ok`.' } } },
          { status: 'ok' },
        ),
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadiness',
      summary: 'Whether it takes requests',
      description:
        'The database, a browser that rendered lately, and the other parts it needs. Where operators have a port of their own, it is answered there.',
      ...common,
      responses: {
        200: json('It takes requests.', readiness(['ready', 'degraded']), {
          status: 'ready',
          checks: { database: 'ok', browser: 'ok', storage: 'ok' },
        }),
        503: json('It takes none at the moment.', readiness(['starting', 'stopping', 'unavailable']), {
          status: 'unavailable',
          checks: { database: 'unavailable', browser: 'ok' },
        }),
      },
    },
  },
};
