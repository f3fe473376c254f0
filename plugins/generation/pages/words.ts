import type { Cell } from '../../dashboard/contract.ts';
import type { Generation, InputType } from '../contract.ts';

const SOURCES: Readonly<Record<InputType, string>> = { html: 'HTML', react: 'React source', url: 'Web page', template: 'Template' };

/** @param name the template's, where it is known */
export function madeFrom({ inputType, templateId }: Generation, name = templateId): Cell {
  if (templateId === null || name === null) return SOURCES[inputType];
  return { text: name, href: `/templates/${templateId}` };
}

export function bytes(size: number | null): string {
  if (size === null) return '–';
  if (size < 1000) return `${String(size)} B`;
  return size < 1_000_000 ? `${(size / 1000).toFixed(size < 10_000 ? 1 : 0)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

export const duration = (ms: number | null): string =>
  ms === null ? '–' : ms < 1000 ? `${String(ms)}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`;
