/** Part and conformance of ISO 19005 that a file is to follow. */
export type PdfaLevel = '1b' | '2b' | '3b';

export interface LevelRules {
  readonly part: 1 | 2 | 3;
  readonly header: readonly [major: number, minor: number];
  /** Alpha, soft masks and blend modes. */
  readonly transparency: boolean;
  readonly attachments: boolean;
  /** Largest real number in content, and the longest string in bytes. */
  readonly maxReal: number;
  readonly maxString: number;
}

export const RULES: Readonly<Record<PdfaLevel, LevelRules>> = {
  '1b': { part: 1, header: [1, 4], transparency: false, attachments: false, maxReal: 32_767, maxString: 65_535 },
  '2b': { part: 2, header: [1, 7], transparency: true, attachments: false, maxReal: 3.4e38, maxString: 32_767 },
  '3b': { part: 3, header: [1, 7], transparency: true, attachments: true, maxReal: 3.4e38, maxString: 32_767 },
};
