import { defineExtensionPoint } from '../../server/contract/index.ts';
import type { PageLink } from '../dashboard/contract.ts';

/** A way to begin a template, beside the empty one. */
export interface TemplateStart {
  readonly link: PageLink;
  readonly order: number;
}
export const TemplateStarts = defineExtensionPoint<TemplateStart>('studio/template-starts');
