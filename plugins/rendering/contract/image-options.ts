import { z } from 'zod';

const MAX_WIDTH = 4096;
/** More than that Chromium does not draw in one piece. */
export const MAX_HEIGHT = 16_384;
/** Pixels of a picture, which take four bytes each while it is drawn. */
export const MAX_PIXELS = 64_000_000;

/** A picture in place of a PDF: what a browser of this width shows on its screen. */
export const ImageOptions = z.strictObject({
  type: z.enum(['png', 'jpeg'], { error: 'is png or jpeg' }).optional().describe('`png` (default) or `jpeg`.'),
  width: z
    .int()
    .min(1)
    .max(MAX_WIDTH)
    .optional()
    .describe(`Width of the browser window in CSS pixels: 1 to ${String(MAX_WIDTH)}. Default: 1280.`),
  height: z
    .int()
    .min(1)
    .max(MAX_HEIGHT)
    .optional()
    .describe(`Height of the picture in CSS pixels: 1 to ${String(MAX_HEIGHT)}. Default: as high as the whole page is.`),
  scale: z
    .number()
    .min(0.1)
    .max(4)
    .optional()
    .describe('Pixels of the picture for each CSS pixel: 0.1 to 4. Default: 1. Sharper for screens of high density with 2.'),
  quality: z.int().min(1).max(100).optional().describe('Quality of a `jpeg`: 1 to 100. Default: 90.'),
});
export type ImageOptions = z.output<typeof ImageOptions>;
