import type { RouteExample } from '../../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const historyExamples = {
  listGenerations: {
    query: {
      status: 'completed',
      metadata: 'order:42',
      created_after: '2026-11-01',
      limit: 10,
    },
    response: {
      data: [
        {
          id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
          template_id: null,
          input_type: 'html',
          source: 'api',
          batch_id: null,
          status: 'completed',
          url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
          url_expires_at: '2026-11-25T09:30:00.000Z',
          pages: 1,
          file_size: 5117,
          generation_time_ms: 17,
          filename: 'hello.pdf',
          metadata: {
            order: 42,
          },
          warnings: [],
          created_at: '2026-11-24T09:30:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  },
  getGeneration: {
    params: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
    },
    response: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
      template_id: null,
      input_type: 'html',
      source: 'api',
      batch_id: null,
      status: 'completed',
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      url_expires_at: '2026-11-25T09:30:00.000Z',
      pages: 1,
      file_size: 5117,
      generation_time_ms: 8,
      filename: 'hello.pdf',
      metadata: {
        order: 42,
      },
      warnings: [],
      created_at: '2026-11-24T09:30:00.000Z',
      error: null,
    },
  },
  downloadGeneration: {
    params: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
    },
  },
  deleteGeneration: {
    params: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
    },
    response: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
      deleted: true,
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;

/** What a document that failed looks like. */
export const failedExample = {
  ...historyExamples.getGeneration.response,
  status: 'failed',
  url: null,
  url_expires_at: null,
  pages: null,
  file_size: null,
  generation_time_ms: null,
  error: 'The document was not ready after 20 s: the selector #done matched nothing.',
};
