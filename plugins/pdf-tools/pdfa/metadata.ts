export interface DocumentMetadata {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly subject: string | undefined;
  readonly keywords: string | undefined;
  readonly creator: string | undefined;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export const PRODUCER = 'Platen';

/** To the second, in UTC: the document's information and its XMP must say the same. */
const xmpDate = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
export const pdfDate = (date: Date): string => `D:${date.toISOString().slice(0, 19).replace(/[-T:]/g, '')}+00'00'`;

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * XMP packet with the identification of PDF/A, conformance B (ISO 19005-1, 6.7).
 * @param more descriptions to add
 */
export function xmpPacket(metadata: DocumentMetadata, part: 1 | 2 | 3, more = ''): string {
  const { title, author, subject, keywords, creator, createdAt, modifiedAt } = metadata;
  const alt = (tag: string, text: string | undefined): string =>
    text === undefined ? '' : `<dc:${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></dc:${tag}>`;
  const plain = (tag: string, text: string | undefined): string => (text === undefined ? '' : `<${tag}>${escapeXml(text)}</${tag}>`);
  const seq = author === undefined ? '' : `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${String(part)}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>${alt('title', title)}${seq}${alt('description', subject)}</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">${plain('xmp:CreatorTool', creator)}${plain('xmp:CreateDate', xmpDate(createdAt))}${plain('xmp:ModifyDate', xmpDate(modifiedAt))}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">${plain('pdf:Producer', PRODUCER)}${plain('pdf:Keywords', keywords)}</rdf:Description>
${more}</rdf:RDF></x:xmpmeta>
${' '.repeat(1024)}
<?xpacket end="w"?>`;
}
