import { z } from 'zod';

const MB = 1024 * 1024;

export const RenderingConfig = z.strictObject({
  /** A Chromium or chrome-headless-shell; found or unpacked when absent. */
  executablePath: z.string().min(1).optional(),
  /**
   * Whether browsers and the thread that composes start, and show that they can render, before the hub is ready; otherwise each
   * starts with the first document for it, and one browser with `/readyz`.
   */
  autoStart: z.boolean().default(true),
  /** `off` runs Chromium without its sandbox: only where a stronger one surrounds the whole process. */
  sandbox: z.enum(['on', 'off']).default('on'),
  /**
   * What documents share: `lanes` reuses pages for those without scripts, `context` gives each a browser context,
   * `browser` a process of its own (some ten times slower).
   */
  isolation: z.enum(['lanes', 'context', 'browser']).default('lanes'),
  /**
   * Documents rendered at once; the number of cores, at most 6, when absent. As many again are rendered of accounts of
   * which no other document is, so that none waits for the slow ones of another.
   */
  concurrency: z.int().min(1).max(32).optional(),
  /** Documents of all accounts that may wait for a slot before callers are answered 503. */
  queueLimit: z.int().min(1).default(200),
  /** Documents of one account that may wait for a slot before it is answered 429. */
  queueLimitPerAccount: z.int().min(1).default(50),
  /** From slot to bytes. */
  deadlineMs: z.int().min(1000).default(30_000),
  /** Milliseconds that scripts, timers and animations of a document are given before it is printed; they pass in a moment. */
  settleMs: z.int().min(0).max(20_000).default(3000),
  /** Whether effects, refs and event handlers of React components run in the page before it is printed. */
  reactEffects: z.boolean().default(true),
  composeLimitMs: z.int().min(100).default(2000),
  maxPages: z.int().min(1).default(1000),
  maxOutputBytes: z
    .int()
    .min(1024)
    .default(50 * MB),
  /** Resident memory of one renderer process. */
  maxRendererBytes: z
    .int()
    .min(128 * MB)
    .default(1024 * MB),
  /**
   * Resident memory of any other process of a browser. One that grows by a quarter of it within ten seconds loses its
   * busiest renderer, whose document is rendered again in a browser of its own.
   */
  maxBrowserBytes: z
    .int()
    .min(256 * MB)
    .default(1024 * MB),
  /** What one document may fetch. */
  maxRequests: z.int().min(0).default(200),
  maxDownloadBytes: z
    .int()
    .min(0)
    .default(25 * MB),
  /** Documents after which the browser of scripted documents is replaced. */
  recycleAfter: z.int().min(1).default(100),
  /** PDF tags for assistive software; costs up to a third of the speed. */
  taggedPdf: z.boolean().default(false),
  /** Folders with more fonts, searched before the machine's own. */
  fontFolders: z.array(z.string().min(1)).default([]),
  /** Whether fonts installed on the machine are used for what the bundled ones lack. */
  systemFonts: z.boolean().default(true),
});
export type RenderingConfig = z.output<typeof RenderingConfig>;
