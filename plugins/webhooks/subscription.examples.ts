import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const subscriptionExamples = {
  createHook: {
    body: {
      target_url: 'https://example.com/webhooks/platen',
      event: 'generation.completed',
      source: 'api',
    },
    response: {
      id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
      event: 'generation.completed',
      target_url: 'https://example.com/webhooks/platen',
      created_at: '2026-11-24T09:30:00.000Z',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  },
  listHooks: {
    query: {
      limit: 10,
    },
    response: {
      data: [
        {
          id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
          event: 'generation.completed',
          target_url: 'https://example.com/webhooks/platen',
          created_at: '2026-11-24T09:30:00.000Z',
          template_id: null,
          generation_id: null,
          source: null,
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  },
  deleteHook: {
    params: {
      id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
    },
    response: {
      id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
      deleted: true,
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
