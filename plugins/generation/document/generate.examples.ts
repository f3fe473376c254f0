import type { RouteExample } from '../../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const generateExamples = {
  createGeneration: {
    body: {
      html: '<h1>Hello {{name}}</h1>',
      data: {
        name: 'Ada',
      },
      options: {
        format: 'A4',
        margin: '2cm',
      },
      filename: 'hello.pdf',
      metadata: {
        order: 42,
      },
    },
    response: {
      id: 'gen_3Fq8Zt1Wc6Lb0Yp5Ds9Ka2',
      status: 'completed',
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      url_expires_at: '2026-11-25T09:30:00.000Z',
      pages: 1,
      file_size: 6179,
      generation_time_ms: 8,
      warnings: [],
    },
  },
  retryGeneration: {
    params: {
      id: 'gen_9Rm4Kd7Xv2Hs1Jn6Bq8Tw3',
    },
    response: {
      id: 'gen_9Rm4Kd7Xv2Hs1Jn6Bq8Tw3',
      status: 'completed',
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      url_expires_at: '2026-11-25T09:30:00.000Z',
      pages: 1,
      file_size: 5116,
      generation_time_ms: 112,
      warnings: [],
    },
  },
  replayGeneration: {
    params: {
      id: 'gen_2Lw8Pd5Yh7Cz3Sj1Fq6Xn4',
    },
    response: {
      id: 'gen_2Lw8Pd5Yh7Cz3Sj1Fq6Xn4',
      equal: true,
      sha256: 'd6b2439c2c0adf6f99791a0c6012aeea7eeae53c31ddede0ec74778805e62840',
      original_sha256: 'd6b2439c2c0adf6f99791a0c6012aeea7eeae53c31ddede0ec74778805e62840',
      engine: 'HeadlessChrome/153.0.8010.0',
      fonts: '7801010c254d01e9',
      original_engine: 'HeadlessChrome/153.0.8010.0',
      original_fonts: '7801010c254d01e9',
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
