import { readFileSync } from 'node:fs';
import type { create } from 'fontkit';
import { fontkit } from '../../document/fontkit.ts';

/** A font that is no collection. */
export type Face = Extract<ReturnType<typeof create>, { readonly numGlyphs: number }>;

const faces = new Map<string, Face>();

/** A bundled font, opened once. */
export function openFace(path: string): Face {
  const known = faces.get(path);
  if (known !== undefined) return known;
  const face = fontkit().create(readFileSync(path));
  if (!('numGlyphs' in face)) throw new Error(`${path} is a collection`);
  faces.set(path, face);
  return face;
}

/** Glyphs by the names that a font has for them. */
export const glyphsByName = (face: Face): ReadonlyMap<string, number> =>
  new Map(Array.from({ length: face.numGlyphs }, (_, id) => [face.getGlyph(id).name, id] as const));
