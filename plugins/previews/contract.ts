import { definePort } from '../../server/contract/index.ts';
import type { TemplateOptions } from '../templates/contract.ts';

/** What a picture shows. */
export interface PicturedTemplate {
  readonly html: string;
  /** Made up by the template's variables when absent. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly options?: TemplateOptions | undefined;
}

/** What a template looks like. */
export interface TemplatePreviews {
  /** False where nothing can draw: pictures are then best left out. */
  readonly draws: boolean;
  /**
   * The first page as PNG, kept for a month under what it shows.
   * @param accountId who looks: accounts take turns, and one may have 60 pictures drawn a minute
   * @throws NotFound for what cannot be printed within 5 s, RateLimited
   */
  picture(accountId: string, template: PicturedTemplate): Promise<Uint8Array>;
}
export const TemplatePreviews = definePort<TemplatePreviews>('previews/templates');
