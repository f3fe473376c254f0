import assert from 'node:assert/strict';
import { parseXml } from '@rgrove/parse-xml';
import { type DocumentMetadata, pdfDate, xmpPacket } from './metadata.ts';

const METADATA: DocumentMetadata = {
  title: 'A & B <c>',
  author: 'Zoë "Z" O’Hara',
  subject: ']]> --> <?x?>',
  keywords: undefined,
  creator: undefined,
  createdAt: new Date('2026-11-21T12:34:56.789Z'),
  modifiedAt: new Date('2026-11-22T00:00:00.000Z'),
};

describe('the metadata of PDF/A', () => {
  it('writes dates as ISO 32000-1, 7.9.4 has them, in UTC and to the second', () => {
    assert.equal(pdfDate(METADATA.createdAt), "D:20261121123456+00'00'");
  });

  it('writes the same dates in XMP', () => {
    const packet = xmpPacket(METADATA, 2);
    assert.match(packet, /<xmp:CreateDate>2026-11-21T12:34:56\+00:00<\/xmp:CreateDate>/);
    assert.match(packet, /<xmp:ModifyDate>2026-11-22T00:00:00\+00:00<\/xmp:ModifyDate>/);
  });

  it('is well-formed XML whatever the texts are', () => {
    const packet = xmpPacket(METADATA, 1);
    const { text } = parseXml(packet.slice(packet.indexOf('?>') + 2, packet.lastIndexOf('<?')));
    for (const expected of [METADATA.title, METADATA.author, METADATA.subject]) assert.ok(text.includes(expected ?? ''), expected);
  });

  for (const part of [1, 2, 3] as const)
    it(`names part ${String(part)} and conformance B (ISO 19005-1, 6.7.11)`, () => {
      const packet = xmpPacket(METADATA, part);
      assert.match(packet, new RegExp(`<pdfaid:part>${String(part)}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`));
    });

  it('leaves out what is not known', () => {
    assert.doesNotMatch(xmpPacket(METADATA, 1), /pdf:Keywords|xmp:CreatorTool/);
  });

  it('is a packet that can be edited in place: header, trailer and room between (XMP part 1, 7.3)', () => {
    const packet = xmpPacket(METADATA, 1);
    assert.match(packet, /^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/);
    assert.match(packet, /\s{1000,}<\?xpacket end="w"\?>$/);
  });
});
