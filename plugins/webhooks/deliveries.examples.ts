import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const deliveryExamples = {
  listDeliveries: {
    query: {
      limit: 10,
    },
    response: {
      data: [
        {
          id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK.a1b2c3d4',
          webhook_id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK',
          type: 'generation.completed',
          url: 'https://example.com/webhooks/platen',
          hook_id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
          state: 'delivered',
          attempts: [
            {
              at: '2026-11-24T09:30:02.000Z',
              ms: 23,
              status: 200,
              error: null,
            },
          ],
          next_attempt_at: null,
          created_at: '2026-11-24T09:30:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  },
  getDelivery: {
    params: {
      id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK.a1b2c3d4',
    },
    response: {
      id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK.a1b2c3d4',
      webhook_id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK',
      type: 'generation.completed',
      url: 'https://example.com/webhooks/platen',
      hook_id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
      state: 'delivered',
      attempts: [
        {
          at: '2026-11-24T09:30:02.000Z',
          ms: 23,
          status: 200,
          error: null,
        },
      ],
      next_attempt_at: null,
      created_at: '2026-11-24T09:30:00.000Z',
      body: '{"type":"generation.completed","timestamp":"2026-11-24T09:30:00.000Z","data":{"id":"gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2","template_id":null,"input_type":"html","source":"api","batch_id":null,"status":"completed","url":"https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR","url_expires_at":"2026-11-25T09:30:00.000Z","pages":1,"file_size":5117,"generation_time_ms":41,"filename":"hello.pdf","metadata":{"order":42},"warnings":[],"error":null,"created_at":"2026-11-24T09:30:00.000Z"}}',
    },
  },
  resendDelivery: {
    params: {
      id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK.a1b2c3d4',
    },
    response: {
      id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK.a1b2c3d4',
      webhook_id: 'evt_8Lp3Nq6Rt1Vx4Zb7Cd2FgK',
      type: 'generation.completed',
      url: 'https://example.com/webhooks/platen',
      hook_id: 'hook_2Bn7Mw5Sx8Dc4Vf0Gt3Hy',
      state: 'pending',
      attempts: [
        {
          at: '2026-11-24T09:30:02.000Z',
          ms: 15,
          status: 200,
          error: null,
        },
      ],
      next_attempt_at: '2026-11-24T09:30:00.000Z',
      created_at: '2026-11-24T09:30:00.000Z',
      body: '{"type":"generation.completed","timestamp":"2026-11-24T09:30:00.000Z","data":{"id":"gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2","template_id":null,"input_type":"html","source":"api","batch_id":null,"status":"completed","url":"https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR","url_expires_at":"2026-11-25T09:30:00.000Z","pages":1,"file_size":5117,"generation_time_ms":12,"filename":"hello.pdf","metadata":{"order":42},"warnings":[],"error":null,"created_at":"2026-11-24T09:30:00.000Z"}}',
    },
  },
  getWebhookSecret: {
    response: {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      previous_valid_until: null,
    },
  },
  rotateWebhookSecret: {
    response: {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      previous_valid_until: '2026-11-24T09:30:00.000Z',
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
