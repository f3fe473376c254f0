import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const integrationExamples = {
  testAuthentication: {
    response: {
      authenticated: true,
      email: 'ada@example.com',
      plan: 'enterprise',
    },
  },
  listNewGenerations: {
    query: {
      limit: 10,
    },
    response: [
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
        generation_time_ms: 6,
        filename: 'hello.pdf',
        metadata: {
          order: 42,
        },
        warnings: [],
        created_at: '2026-11-24T09:30:00.000Z',
        error: null,
      },
    ],
  },
  generateFromFields: {
    body: {
      html: '<h1>Hello {{name}}</h1>',
      data: {
        name: 'Ada',
      },
      format: 'A4',
      margin_top: '2cm',
    },
    response: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      pages: 1,
      file_size: 6180,
      warnings: [],
    },
  },
  listNewTemplates: {
    query: {
      limit: 10,
    },
    response: [
      {
        id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
        name: 'Invoice',
        version: 1,
        is_public: false,
        created_at: '2026-11-24T09:30:00.000Z',
        updated_at: '2026-11-24T09:30:02.000Z',
      },
    ],
  },
  listTemplateFields: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    response: [
      {
        name: 'number',
        label: 'Number',
        type: 'text',
        required: false,
      },
    ],
  },
} satisfies Readonly<Record<string, RouteExample>>;
