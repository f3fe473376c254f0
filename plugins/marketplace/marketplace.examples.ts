import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const marketplaceExamples = {
  listMarketplaceTemplates: {
    query: {
      category: 'billing',
      limit: 10,
    },
    response: {
      data: [
        {
          id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
          name: 'Invoice',
          version: 1,
          created_at: '2026-11-24T09:30:00.000Z',
          updated_at: '2026-11-24T09:30:02.000Z',
          category: 'billing',
          description: 'Invoice with one total',
          downloads: 0,
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  },
  getMarketplaceTemplate: {
    params: {
      id: 'tmpl_8Kf3Zd6Qb1Xn4Vm7Hs2Wr9',
    },
    response: {
      id: 'tmpl_8Kf3Zd6Qb1Xn4Vm7Hs2Wr9',
      name: 'Invoice',
      version: 1,
      created_at: '2026-11-24T09:30:00.000Z',
      updated_at: '2026-11-24T09:30:02.000Z',
      category: 'billing',
      description: 'Invoice with one total',
      downloads: 0,
      html_content: '<h1>Invoice {{number}}</h1>',
      schema: {
        number: 'string',
      },
      options: {},
    },
  },
  cloneMarketplaceTemplate: {
    params: {
      id: 'tmpl_8Kf3Zd6Qb1Xn4Vm7Hs2Wr9',
    },
    response: {
      id: 'tmpl_8Kf3Zd6Qb1Xn4Vm7Hs2Wr9',
      name: 'Invoice (copy)',
      version: 1,
      created_at: '2026-11-24T09:30:00.000Z',
    },
  },
  publishTemplate: {
    params: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
    },
    body: {
      category: 'billing',
      description: 'Invoice with one total',
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      name: 'Invoice',
      is_public: true,
    },
  },
  unpublishTemplate: {
    params: {
      id: 'tmpl_8Kf3Zd6Qb1Xn4Vm7Hs2Wr9',
    },
    response: {
      id: 'tmpl_8Kf3Zd6Qb1Xn4Vm7Hs2Wr9',
      name: 'Invoice',
      is_public: false,
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
