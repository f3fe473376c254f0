import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';

const MAX_BYTES = 1024 * 1024;

/** What XMP metadata says of a document (ISO 16684-1); for files whose information dictionary says nothing. */
export interface XmpFacts {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly subject: string | undefined;
  readonly keywords: string | undefined;
  readonly creator: string | undefined;
  readonly producer: string | undefined;
  readonly createdAt: string | undefined;
  readonly modifiedAt: string | undefined;
}

export function readXmp(packet: Uint8Array): XmpFacts {
  const descriptions = descriptionsIn(packet);
  const values = (property: string): Value[] => descriptions.flatMap((description) => valuesOf(description, property));
  const one = (property: string): string | undefined => {
    const found = values(property);
    return clean((found.find(({ language }) => language === 'x-default') ?? found[0])?.text);
  };
  return {
    title: one('dc:title'),
    author: clean(
      values('dc:creator')
        .map(({ text }) => text)
        .join(', '),
    ),
    subject: one('dc:description'),
    keywords: one('pdf:Keywords'),
    creator: one('xmp:CreatorTool'),
    producer: one('pdf:Producer'),
    createdAt: one('xmp:CreateDate'),
    modifiedAt: one('xmp:ModifyDate'),
  };
}

interface Value {
  readonly text: string;
  readonly language: string | undefined;
}

/** The elements `rdf:Description`; none of a packet that is no XML. */
function descriptionsIn(packet: Uint8Array): XmlElement[] {
  try {
    const { root } = parseXml(decode(packet.subarray(0, MAX_BYTES)).trim(), { ignoreUndefinedEntities: true });
    return root === null ? [] : elementsBelow(root, 'rdf:Description');
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}

function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  const children = element.children.filter((node) => node instanceof XmlElement);
  return [...children.filter((child) => child.name === name), ...children.flatMap((child) => elementsBelow(child, name))];
}

/** A property may be an attribute, a text, or a list of texts. */
function valuesOf(description: XmlElement, property: string): Value[] {
  const attribute = description.attributes[property];
  if (attribute !== undefined) return [{ text: attribute, language: undefined }];
  const elements = description.children.filter((node) => node instanceof XmlElement && node.name === property) as XmlElement[];
  return elements.flatMap((element) => {
    const items = elementsBelow(element, 'rdf:li');
    return (items.length > 0 ? items : [element]).map(({ text, attributes }) => ({ text, language: attributes['xml:lang'] }));
  });
}

/** UTF-8, or UTF-16 by its byte order mark. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xfe && second === 0xff ? 'utf-16be' : first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

const clean = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
};
