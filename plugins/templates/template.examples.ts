import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const templateExamples = {
  createTemplate: {
    body: {
      name: 'Invoice',
      html_content: '<h1>Invoice {{number}}</h1>\n<p>{{customer.name}}</p>\n<p>Total: {{formatCurrency total}}</p>',
      schema: {
        number: 'string',
        customer: {
          name: 'string',
        },
        total: 'number',
      },
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      name: 'Invoice',
      version: 1,
      is_public: false,
      created_at: '2026-11-24T09:30:00.000Z',
      updated_at: '2026-11-24T09:30:02.000Z',
      html_content: '<h1>Invoice {{number}}</h1>\n<p>{{customer.name}}</p>\n<p>Total: {{formatCurrency total}}</p>',
      schema: {
        number: 'string',
        customer: {
          name: 'string',
        },
        total: 'number',
      },
      options: {},
    },
  },
  listTemplates: {
    query: {
      search: 'invoice',
      limit: 10,
    },
    response: {
      data: [
        {
          id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
          name: 'Invoice',
          version: 1,
          is_public: false,
          created_at: '2026-11-24T09:30:00.000Z',
          updated_at: '2026-11-24T09:30:02.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  },
  getTemplate: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      name: 'Invoice',
      version: 1,
      is_public: false,
      created_at: '2026-11-24T09:30:00.000Z',
      updated_at: '2026-11-24T09:30:02.000Z',
      html_content: '<h1>Invoice {{number}}</h1>',
      schema: {
        number: 'string',
      },
      options: {},
    },
  },
  updateTemplate: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    body: {
      name: 'Invoice 2026',
      html_content: '<h1>Invoice {{number}}</h1>\n<p>{{customer.name}}</p>\n<p>Total: {{formatCurrency total}}</p>\n<p>Thank you!</p>',
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      name: 'Invoice 2026',
      version: 2,
      is_public: false,
      created_at: '2026-11-24T09:30:00.000Z',
      updated_at: '2026-11-24T09:30:02.000Z',
      html_content: '<h1>Invoice {{number}}</h1>\n<p>{{customer.name}}</p>\n<p>Total: {{formatCurrency total}}</p>\n<p>Thank you!</p>',
      schema: {
        number: 'string',
      },
      options: {},
    },
  },
  deleteTemplate: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    response: {
      deleted: true,
    },
  },
  getTemplateSchema: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    response: {
      type: 'object',
      title: 'Invoice',
      properties: {
        number: {
          title: 'Number',
          type: 'string',
        },
      },
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['number'],
    },
  },
  listTemplateVersions: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    query: {
      limit: 10,
    },
    response: {
      data: [
        {
          version: 1,
          created_at: '2026-11-24T09:30:00.000Z',
        },
      ],
      has_more: false,
    },
  },
  getTemplateVersion: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      version: '1',
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      version: 1,
      html_content: '<h1>Invoice {{number}}</h1>',
      options: {},
      created_at: '2026-11-24T09:30:00.000Z',
    },
  },
  restoreTemplateVersion: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      version: '1',
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      name: 'Invoice',
      version: 1,
      is_public: false,
      created_at: '2026-11-24T09:30:00.000Z',
      updated_at: '2026-11-24T09:30:02.000Z',
      html_content: '<h1>Invoice {{number}}</h1>',
      schema: {
        number: 'string',
      },
      options: {},
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;

export const createdExample = {
  id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
  name: 'Invoice',
  version: 1,
  is_public: false,
  created_at: '2026-11-24T09:30:00.000Z',
  updated_at: '2026-11-24T09:30:00.000Z',
};

export const updatedExample = { ...createdExample, version: 2, updated_at: '2026-11-25T16:05:00.000Z' };
