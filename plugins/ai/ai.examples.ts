import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const aiExamples = {
  generateTemplate: {
    body: {
      prompt: 'An invoice with a table of items and a total',
      type: 'invoice',
      style: 'minimal',
      variables: ['total'],
    },
    response: {
      html: '<!doctype html><html><body><h1>Invoice</h1><p>{{total}}</p></body></html>',
      variables: ['total'],
      type: 'invoice',
      style: 'minimal',
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
