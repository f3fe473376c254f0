import type { RouteExample } from '../../server/contract/index.ts';

/** Made by a test against a running hub; its answers are abridged. */
export const starterExamples = {
  listStarterTemplates: {
    response: {
      data: [
        {
          slug: 'certificate',
          name: 'Certificate',
          description: 'Landscape certificate with border, seal and two signatures; long names stay on the sheet.',
          category: 'people',
          sample_data: {
            issuer: 'Helsinki School of Data Journalism',
            heading: 'Certificate of Completion',
            presented: 'This certifies that',
            recipient: 'Aino Korhonen',
            text: 'has completed the twelve-week programme “Reporting with Numbers” with distinction, including an independent investigation published with a partner newsroom.',
            left: {
              name: 'Prof. Matti Laine',
              role: 'Head of Programme',
            },
            right: {
              name: 'Dr. Elina Saari',
              role: 'Examiner',
            },
            date: '2026-11-21',
            certificate_id: 'HSDJ-2026-0318',
          },
        },
      ],
    },
  },
  getStarterTemplate: {
    params: {
      slug: 'receipt',
    },
    response: {
      slug: 'receipt',
      name: 'Payment receipt',
      description: 'Proof of payment on A5 with items, taxes and how it was paid.',
      category: 'billing',
      sample_data: {
        receipt_number: 'R-30918',
        paid_at: '2026-11-24T09:30:00.000Z',
        payment_method: 'Visa ending in 4242',
        currency: 'GBP',
        customer: 'Oliver Bennett',
        company: {
          name: 'Fern & Feather Bookshop',
          lines: ['22 Minster Yard, York YO1 7HH', 'VAT GB 318 4407 21'],
        },
        items: [
          {
            name: 'The Overstory, paperback',
            quantity: 1,
            amount: 10.99,
          },
          {
            name: 'Piranesi, hardback',
            quantity: 1,
            amount: 16.99,
          },
        ],
        net: 49.23,
        taxes: [
          {
            label: 'VAT 0 % on books',
            amount: 0,
          },
          {
            label: 'VAT 20 %',
            amount: 4.25,
          },
        ],
        total: 53.48,
        message: 'Thank you for supporting an independent bookshop. Exchange within 28 days with this receipt.',
      },
      html_content:
        '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n    <title>Receipt {{receipt_number}}</title>\n    <style>\n      @page {\n        size: …',
    },
  },
  cloneStarterTemplate: {
    params: {
      slug: 'invoice',
    },
    response: {
      id: 'tmpl_5Xc2Vb8Nm3Qw7Er1Ty6Ui',
      name: 'Invoice',
      version: 1,
      created_at: '2026-11-24T09:30:00.000Z',
    },
  },
} satisfies Readonly<Record<string, RouteExample>>;
