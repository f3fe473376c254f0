import assert from 'node:assert/strict';
import { completeSmallDocument } from '../../../plugins/rendering/compose/document.ts';

const page = { paper: [8.5, 11], given: { format: true, margins: [] } } as const;

describe('completeSmallDocument', () => {
  it('takes a few milliseconds at the worst', () => {
    const worst = ['@page', '<p ', '<p a', '&ab', '<b>', '<!--', '</p', '<p a=" ', '<style>', '{', 'url(', '\\6', '/*'];
    for (const part of worst) {
      for (const html of [part.repeat(2048 / part.length), `<style>${part.repeat(2030 / part.length)}</style>`]) {
        const times = [1, 2, 3].map(() => {
          const started = performance.now();
          completeSmallDocument(html.slice(0, 2048), undefined, page);
          return performance.now() - started;
        });
        assert.ok(Math.min(...times) < 25, `${part}: ${String(Math.min(...times))} ms`);
      }
    }
    const references = Array.from({ length: 2048 / 6 }, (_, i) => `&#${String(i + 200)};`).join('');
    const started = performance.now();
    completeSmallDocument(references.slice(0, 2048), undefined, page);
    assert.ok(performance.now() - started < 50);
  });
});
