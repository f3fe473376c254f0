import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PDFDocument, PDFRef } from 'pdf-lib';

const XYZ_SCALE = 65536;
const CURVE_POINTS = 1024;
const D50 = [0.9642, 1, 0.8249] as const;
const PRIMARIES = { rXYZ: [0.43607, 0.22249, 0.01392], gXYZ: [0.38515, 0.71687, 0.09708], bXYZ: [0.14307, 0.06061, 0.7141] } as const;

function xyz([x, y, z]: readonly [number, number, number]): Buffer {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 0, 'latin1');
  [x, y, z].forEach((value, i) => data.writeInt32BE(Math.round(value * XYZ_SCALE), 8 + i * 4));
  return data;
}

/** The transfer curve of IEC 61966-2-1. */
function curve(): Buffer {
  const data = Buffer.alloc(12 + CURVE_POINTS * 2);
  data.write('curv', 0, 'latin1');
  data.writeUInt32BE(CURVE_POINTS, 8);
  for (let i = 0; i < CURVE_POINTS; i++) {
    const v = i / (CURVE_POINTS - 1);
    const linear = v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    data.writeUInt16BE(Math.round(linear * 65535), 12 + i * 2);
  }
  return data;
}

function description(text: string): Buffer {
  const data = Buffer.alloc(12 + text.length + 1 + 78);
  data.write('desc', 0, 'latin1');
  data.writeUInt32BE(text.length + 1, 8);
  data.write(text, 12, 'latin1');
  return data;
}

function plainText(text: string): Buffer {
  const data = Buffer.alloc(8 + text.length + 1);
  data.write('text', 0, 'latin1');
  data.write(text, 8, 'latin1');
  return data;
}

type Tag = readonly [string, Buffer];

const common = (title: string): Tag[] => [
  ['desc', description(title)],
  ['cprt', plainText('No copyright, use freely')],
  ['wtpt', xyz(D50)],
];

/** sRGB as an ICC profile of version 2.1 (ICC.1:1998-09), computed so that nobody's file has to be shipped. */
function srgbProfile(): Uint8Array {
  const trc = curve();
  const primaries = Object.entries(PRIMARIES).map(([tag, value]): Tag => [tag, xyz(value)]);
  return profile('RGB ', [...common('sRGB IEC61966-2.1'), ...primaries, ['rTRC', trc], ['gTRC', trc], ['bTRC', trc]]);
}

/** Gray with the curve of sRGB. */
const grayProfile = (): Uint8Array => profile('GRAY', [...common('Gray'), ['kTRC', curve()]]);

/** Public domain (CC0), of github.com/saucecontrol/Compact-ICC-Profiles: CMYK as viewers take it that is told of no profile (SWOP). */
const CMYK_FILE = join(import.meta.dirname, 'profiles/CGATS001Compat-v2-micro.icc');

/** By the number of components. */
const PROFILES = { 1: grayProfile, 3: srgbProfile, 4: () => readFileSync(CMYK_FILE) } as const;
type Components = keyof typeof PROFILES;
const hasProfile = (components: number): components is Components => components in PROFILES;

const profiles = new WeakMap<PDFDocument, Map<number, PDFRef>>();

/** A profile for 1, 3 or 4 components, once a document; undefined for other numbers. */
export function colorSpaceProfile(document: PDFDocument, components: Components): PDFRef;
export function colorSpaceProfile(document: PDFDocument, components: number): PDFRef | undefined;
export function colorSpaceProfile(document: PDFDocument, components: number): PDFRef | undefined {
  if (!hasProfile(components)) return undefined;
  const known = profiles.get(document) ?? new Map<number, PDFRef>();
  profiles.set(document, known);
  const ref = known.get(components) ?? document.context.register(document.context.flateStream(PROFILES[components](), { N: components }));
  known.set(components, ref);
  return ref;
}

const cmykSpaces = new WeakMap<PDFDocument, PDFRef>();

/** A colour space that stands for CMYK of no profile, once a document. */
export function cmykSpace(document: PDFDocument): PDFRef {
  const { context } = document;
  const ref = cmykSpaces.get(document) ?? context.register(context.obj(['ICCBased', colorSpaceProfile(document, 4)]));
  cmykSpaces.set(document, ref);
  return ref;
}

/** Whether the document still shows CMYK that `cmykSpace` stands for. */
export function assumesCmykProfile(document: PDFDocument): boolean {
  const ref = cmykSpaces.get(document);
  return ref !== undefined && document.context.lookup(ref) !== undefined;
}

function profile(space: string, tags: readonly Tag[]): Uint8Array {
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const bodies: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let at = 128 + table.byteLength;
  for (const [i, [tag, body]] of tags.entries()) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.byteLength % 4)) % 4)]);
    const known = offsets.get(body);
    const offset = known ?? at;
    table.write(tag, 4 + i * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + i * 12);
    table.writeUInt32BE(body.byteLength, 12 + i * 12);
    if (known !== undefined) continue;
    offsets.set(body, offset);
    bodies.push(padded);
    at += padded.byteLength;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x02100000, 8);
  header.write(`mntr${space}XYZ `, 12, 'latin1');
  [2026, 1, 1, 0, 0, 0].forEach((value, i) => header.writeUInt16BE(value, 24 + i * 2));
  header.write('acsp', 36, 'latin1');
  D50.forEach((value, i) => header.writeInt32BE(Math.round(value * XYZ_SCALE), 68 + i * 4));
  return Buffer.concat([header, table, ...bodies]);
}
