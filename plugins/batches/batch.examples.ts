import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const batchExamples = {
  createBatch: {
    body: {
      items: [
        {
          html: '<h1>Invoice 1</h1>',
          filename: 'invoice-1.pdf',
        },
        {
          html: '<h1>Invoice 2</h1>',
          filename: 'invoice-2.pdf',
        },
      ],
      result: 'zip',
    },
    response: {
      batch_id: 'batch_6Gh1Jk4Lz9Pq3Rt8Wx2Cv',
      total: 2,
      generations: [
        {
          id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
          index: 0,
        },
        {
          id: 'gen_7Vt2Mk5Rx9Hb4Nq1Wd6Lc8',
          index: 1,
        },
      ],
      status: 'queued',
    },
  },
  listBatches: {
    query: {
      limit: 10,
    },
    response: {
      data: [
        {
          batch_id: 'batch_6Gh1Jk4Lz9Pq3Rt8Wx2Cv',
          status: 'completed',
          total: 2,
          completed: 2,
          failed: 0,
          result: null,
          result_url: null,
          result_error: null,
          created_at: '2026-11-24T09:30:00.000Z',
          finished_at: '2026-11-24T09:30:02.000Z',
          finished: 2,
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  },
  getBatch: {
    params: {
      id: 'batch_6Gh1Jk4Lz9Pq3Rt8Wx2Cv',
    },
    response: {
      batch_id: 'batch_6Gh1Jk4Lz9Pq3Rt8Wx2Cv',
      status: 'completed',
      total: 2,
      completed: 2,
      failed: 0,
      result: null,
      result_url: null,
      result_error: null,
      created_at: '2026-11-24T09:30:00.000Z',
      finished_at: '2026-11-24T09:30:02.000Z',
      generations: [
        {
          id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
          index: 0,
          status: 'completed',
          url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
          error: null,
        },
        {
          id: 'gen_7Vt2Mk5Rx9Hb4Nq1Wd6Lc8',
          index: 1,
          status: 'completed',
          url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
          error: null,
        },
      ],
    },
  },
  cancelBatch: {
    params: {
      id: 'batch_4Dk9Wm2Xs7Fv1Bz6Nq3Lp8',
    },
    response: {
      batch_id: 'batch_4Dk9Wm2Xs7Fv1Bz6Nq3Lp8',
      status: 'cancelled',
      total: 2,
      completed: 0,
      failed: 2,
      result: null,
      result_url: null,
      result_error: null,
      created_at: '2026-11-24T09:30:00.000Z',
      finished_at: '2026-11-24T09:30:02.000Z',
      generations: [
        {
          id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
          index: 0,
          status: 'failed',
          url: null,
          error: 'cancelled',
        },
        {
          id: 'gen_7Vt2Mk5Rx9Hb4Nq1Wd6Lc8',
          index: 1,
          status: 'failed',
          url: null,
          error: 'cancelled',
        },
      ],
    },
  },
  retryBatch: {
    params: {
      id: 'batch_1Ty5Hn8Jc3Rk6Vd0Mf2Gs7',
    },
    response: {
      batch_id: 'batch_1Ty5Hn8Jc3Rk6Vd0Mf2Gs7',
      status: 'queued',
      total: 1,
      completed: 0,
      failed: 0,
      result: null,
      result_url: null,
      result_error: null,
      created_at: '2026-11-24T09:30:00.000Z',
      finished_at: null,
      generations: [
        {
          id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
          index: 0,
          status: 'queued',
          url: null,
          error: null,
        },
      ],
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
