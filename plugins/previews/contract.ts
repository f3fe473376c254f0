import { definePort } from '../../server/contract/index.ts';

/** What a template looks like. */
export interface TemplatePreviews {
  /** False where nothing can draw: pictures are then best left out. */
  readonly draws: boolean;
  /**
   * The first page as PNG, kept for a month under what it shows.
   * @param data made up by the template's variables when absent
   */
  picture(html: string, data?: Readonly<Record<string, unknown>>): Promise<Uint8Array>;
}
export const TemplatePreviews = definePort<TemplatePreviews>('previews/templates');
