import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const pdfToolExamples = {
  listFormFields: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
    },
    response: {
      fields: [
        {
          name: 'full_name',
          type: 'text',
          value: '',
          required: true,
          read_only: false,
          multiline: false,
          max_length: null,
          pages: [0],
        },
        {
          name: 'accepted',
          type: 'checkbox',
          value: false,
          required: false,
          read_only: false,
          pages: [0],
        },
      ],
      total: 2,
    },
  },
  fillForm: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      fields: [
        {
          name: 'full_name',
          value: 'Ada Lovelace',
        },
        {
          name: 'accepted',
          value: true,
        },
      ],
      flatten: true,
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 2069,
    },
  },
  addFormFields: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      fields: [
        {
          name: 'city',
          type: 'text',
          page: 0,
          x: 72,
          y: 500,
          width: 200,
          height: 20,
        },
        {
          name: 'country',
          type: 'dropdown',
          page: 0,
          x: 72,
          y: 460,
          width: 200,
          height: 20,
          options: ['Austria', 'Switzerland'],
        },
      ],
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 5177,
    },
  },
  signPdf: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      name: 'Ada Lovelace',
      reason: 'Approved',
      page: 0,
      x: 36,
      y: 36,
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 4545,
      signed: true,
      signature_annotation_added: true,
      cryptographically_signed: false,
    },
  },
  protectPdf: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      owner_password: 'correct horse',
      user_password: 'battery staple',
      permissions: {
        printing: true,
      },
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 3343,
      protected: true,
    },
  },
  splitPdf: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      ranges: [[1]],
    },
    response: {
      parts: [
        {
          url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
          file_size: 2816,
          index: 0,
        },
      ],
      total: 1,
    },
  },
  convertToPdfa: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      level: '2b',
      title: 'Application',
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 6786,
      pdfa: true,
      level: '2b',
    },
  },
  mergePdfs: {
    body: {
      pdfs: [
        {
          pdf_url: 'https://example.com/application.pdf',
        },
        {
          pdf_url: 'https://example.com/terms.pdf',
          ranges: [[1]],
        },
      ],
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 3463,
      pages: 2,
    },
  },
  watermarkPdf: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      text: 'DRAFT',
      opacity: 0.2,
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 4187,
    },
  },
  inspectPdf: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
    },
    response: {
      pages: 1,
      file_size: 2503,
      version: '1.7',
      encrypted: false,
      tagged: false,
      signatures: 0,
      claims: [],
      metadata: {
        title: null,
        author: null,
        subject: null,
        keywords: null,
        creator: 'pdf-lib (https://github.com/Hopding/pdf-lib)',
        producer: 'pdf-lib (https://github.com/Hopding/pdf-lib)',
        created_at: '2026-11-24T09:30:00.000Z',
        modified_at: '2026-11-24T09:30:00.000Z',
      },
      page_sizes: [
        {
          width: 595,
          height: 842,
          rotation: 0,
        },
      ],
      fields: [
        {
          name: 'full_name',
          type: 'text',
          page: 0,
          box: {
            x: 71.5,
            y: 699.5,
            width: 201,
            height: 51,
          },
          required: false,
          read_only: false,
          multiline: false,
          password: false,
          max_length: null,
        },
        {
          name: 'accepted',
          type: 'checkbox',
          page: 0,
          box: {
            x: 71.5,
            y: 659.5,
            width: 51,
            height: 51,
          },
          required: false,
          read_only: false,
        },
      ],
    },
  },
  previewPdf: {
    body: {
      pdf_url: 'https://example.com/application.pdf',
      page: 0,
      dpi: 72,
    },
    response: {
      url: 'https://pdf.example.com/files/2026/11/24/4Hx8Qz2Lm6.pdf?expires=1764063000&name=document.pdf&signature=Zk3vQ8nR',
      file_size: 3674,
      width: 595,
      height: 842,
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
