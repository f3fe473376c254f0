import { publicId } from '../../db/public-id.ts';
import { invalidFields } from '../../server/contract/index.ts';
import { visitorOf } from '../audit/contract.ts';
import { type DashboardPage, planOwnerOf } from '../dashboard/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import { AiBody, STYLES, TYPES } from './ai.schemas.ts';
import type { TemplateWriter } from './template-writer.ts';

const LIMIT_MS = 130_000;
const MAX_NAME = 60;

const choice = (name: string, label: string, values: readonly string[], value: string) =>
  ({ name, label, kind: 'select', value, options: values.map((one) => ({ value: one, text: one })) }) as const;

/** A new template from a sentence. */
export const writePage = (writer: TemplateWriter, catalog: TemplateCatalog): DashboardPage => ({
  path: '/templates/write',
  title: 'New from a prompt',
  load: () =>
    Promise.resolve({
      crumbs: [{ text: 'Templates', href: '/templates' }],
      blocks: [
        { kind: 'text', text: 'The AI provider that this server’s operator chose writes the template. It takes up to a minute.' },
        {
          kind: 'form',
          action: 'write',
          submit: 'Write it',
          fields: [
            {
              name: 'prompt',
              label: 'Description',
              kind: 'area',
              required: true,
              maxLength: 2000,
              hint: '“An invoice for a bakery, with a logo on the right and a table of breads.”',
            },
            choice('type', 'Kind', TYPES, 'other'),
            choice('style', 'Style', STYLES, 'professional'),
          ],
        },
      ],
    }),
  actions: {
    write: {
      async run(context, form) {
        const owner = planOwnerOf(context.account);
        const parsed = AiBody.safeParse({
          prompt: form.get('prompt') ?? '',
          type: form.get('type') ?? 'other',
          style: form.get('style') ?? 'professional',
        });
        if (!parsed.success) throw invalidFields(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
        const { html } = await writer.write(parsed.data, owner, AbortSignal.timeout(LIMIT_MS));
        const name = parsed.data.prompt.trim().slice(0, MAX_NAME);
        const { id } = await catalog.create(owner, { id: publicId('tmpl'), name, html }, visitorOf(context));
        return { goTo: `/templates/${id}`, flash: 'The template was written. Review it before you use it.' };
      },
    },
  },
});
