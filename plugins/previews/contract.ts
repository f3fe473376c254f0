import { definePort } from '../../server/contract/index.ts';

/** What a template looks like. */
export interface TemplatePreviews {
  /** False where nothing can draw: pictures are then best left out. */
  readonly draws: boolean;
  /**
   * The first page as PNG, kept for a month under what it shows.
   * @param accountId who looks: accounts take turns, and one may have 60 pictures drawn a minute
   * @param data made up by the template's variables when absent
   * @throws NotFound for what cannot be printed within 5 s, RateLimited
   */
  picture(accountId: string, html: string, data?: Readonly<Record<string, unknown>>): Promise<Uint8Array>;
}
export const TemplatePreviews = definePort<TemplatePreviews>('previews/templates');
