import { definePort } from '../../server/contract/index.ts';

/** A template's text as a generation uses it. */
export interface TemplateText {
  readonly id: string;
  readonly version: number;
  readonly html: string;
}

/** Saved templates by id. */
export interface TemplateCatalog {
  /**
   * @param version the current one when absent
   * @throws NotFound when the account has no such template or version
   */
  text(accountId: string, templateId: string, version?: number): Promise<TemplateText>;
}
export const TemplateCatalog = definePort<TemplateCatalog>('templates/catalog');
