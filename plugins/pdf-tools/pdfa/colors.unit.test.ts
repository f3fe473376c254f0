import assert from 'node:assert/strict';
import { PDFContext, type PDFObject } from 'pdf-lib';
import { colorReason, imageReason, isLegalProfile } from './colors.ts';
import { RULES } from './level.ts';

const context = PDFContext.create();
const rgb = 'DeviceRGB';

/** The head of a profile as ICC.1:2004-10, 7.2 lays it out. */
function profile({ version = 2, deviceClass = 'mntr', space = 'RGB ', signature = 'acsp', components = 3 } = {}) {
  const bytes = Buffer.alloc(128);
  bytes[8] = version;
  bytes.write(deviceClass, 12, 'latin1');
  bytes.write(space, 16, 'latin1');
  bytes.write(signature, 36, 'latin1');
  return context.stream(bytes, { N: components });
}
const icc = (stream: PDFObject): PDFObject => context.obj(['ICCBased', context.register(stream)]);
const reason = (space: PDFObject, level: keyof typeof RULES = '1b'): string | undefined => colorReason(space, RULES[level]);

describe('colour spaces beside an output intent for sRGB', () => {
  for (const name of ['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'Lab', 'Pattern', 'G', 'RGB'])
    it(`may be ${name}`, () => {
      assert.equal(reason(context.obj(name)), undefined);
    });

  it('may not be CMYK of no profile, by any of its names and wherever it stands', () => {
    for (const space of ['DeviceCMYK', 'CMYK']) assert.match(reason(context.obj(space)) ?? '', /CMYK/, space);
    for (const space of [
      ['DeviceCMYK'],
      ['Indexed', 'DeviceCMYK', 1, 'x'],
      ['Separation', 'Spot', 'DeviceCMYK', {}],
      ['DeviceN', ['A', 'B'], 'DeviceCMYK', {}],
      ['Pattern', 'DeviceCMYK'],
    ])
      assert.match(reason(context.obj(space)) ?? '', /CMYK/, JSON.stringify(space));
  });

  it('may be spot colours whose alternate is RGB', () => {
    assert.equal(reason(context.obj(['Separation', 'Spot', rgb, {}])), undefined);
    assert.equal(reason(context.obj(['DeviceN', Array.from({ length: 8 }, () => 'A'), rgb, {}])), undefined);
  });

  it('may have at most eight colorants (ISO 19005-1, 6.1.12)', () => {
    assert.match(reason(context.obj(['DeviceN', Array.from({ length: 9 }, () => 'A'), rgb, {}])) ?? '', /too many colorants/);
  });

  it('may not be what nobody knows or can read', () => {
    assert.match(reason(context.obj('Odd')) ?? '', /the colour space Odd/);
    assert.match(reason(context.obj(['Odd'])) ?? '', /unknown/);
    assert.match(reason(context.obj([])) ?? '', /unknown/);
    assert.match(reason(context.obj(7)) ?? '', /unreadable/);
    assert.match(reason(context.obj(['Separation', 'Spot'])) ?? '', /unreadable/);
  });

  it('may not contain themselves', () => {
    const loop = context.obj(['Indexed', 0]);
    loop.set(1, loop);
    assert.match(reason(loop) ?? '', /within itself/);
  });

  it('may be ICC profiles of RGB, gray and CMYK', () => {
    assert.equal(reason(icc(profile())), undefined);
    assert.equal(reason(icc(profile({ space: 'GRAY', components: 1 }))), undefined);
    assert.equal(reason(icc(profile({ space: 'CMYK', components: 4, deviceClass: 'prtr' }))), undefined);
  });

  it('may be version 4 of ICC in PDF/A-2 and -3 only', () => {
    assert.match(reason(icc(profile({ version: 4 })), '1b') ?? '', /ICC profile/);
    assert.equal(reason(icc(profile({ version: 4 })), '2b'), undefined);
    assert.equal(reason(icc(profile({ version: 4 })), '3b'), undefined);
  });

  for (const [name, given] of [
    ['five colours', { space: '5CLR', components: 5 }],
    ['another number of components than its space', { components: 1 }],
    ['no profile at all', { signature: 'xxxx' }],
    ['a device link', { deviceClass: 'link' }],
    ['version 5', { version: 5 }],
  ] as const)
    it(`may not be an ICC profile of ${name}`, () => {
      assert.equal(isLegalProfile(profile(given), RULES['2b']), false);
    });

  it('may not be a profile that is too short', () => {
    assert.equal(isLegalProfile(context.stream(Buffer.alloc(127), { N: 3 }), RULES['2b']), false);
  });
});

describe('images in PDF/A', () => {
  const image = (more: Record<string, string | number | boolean>) =>
    context.obj({ Subtype: 'Image', ColorSpace: rgb, BitsPerComponent: 8, ...more });

  it('may be plain RGB', () => {
    assert.equal(imageReason(image({}), ['DCTDecode'], RULES['1b']), undefined);
  });

  it('may not be JPEG 2000', () => {
    assert.match(imageReason(image({}), ['JPXDecode'], RULES['2b']) ?? '', /JPEG 2000/);
  });

  it('may have soft masks and 16 bits from PDF/A-2 on', () => {
    for (const more of [{ SMask: 1 }, { BitsPerComponent: 16 }]) {
      assert.notEqual(imageReason(image(more), [], RULES['1b']), undefined);
      assert.equal(imageReason(image(more), [], RULES['2b']), undefined);
    }
  });

  it('may be masks without a colour space', () => {
    assert.equal(imageReason(context.obj({ ImageMask: true }), [], RULES['1b']), undefined);
  });
});
