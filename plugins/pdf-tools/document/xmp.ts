import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { type PDFDocument, PDFStream } from 'pdf-lib';
import { unpack } from './inflate.ts';
import { name } from './objects.ts';

const MAX_BYTES = 1024 * 1024;
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const DC = 'http://purl.org/dc/elements/1.1/';
export const PDF = 'http://ns.adobe.com/pdf/1.3/';
export const XMP = 'http://ns.adobe.com/xap/1.0/';
/** Namespaces in which a file claims to be PDF/A and PDF/UA. */
export const [PDFA_ID, PDFUA_ID] = ['http://www.aiim.org/pdfa/ns/id/', 'http://www.aiim.org/pdfua/ns/id/'] as const;
/** What a list is called; `text` for a single text, `structure` for anything else. */
type Form = 'text' | 'Bag' | 'Seq' | 'Alt' | 'structure';

export interface XmpProperty {
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  readonly form: Form;
  readonly values: readonly { readonly text: string; readonly language: string | undefined }[];
}

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

/** The XMP packet of a document; empty where there is none that can be unpacked. */
export function xmpPacketOf({ catalog }: PDFDocument): Uint8Array {
  const stream = catalog.lookup(name('Metadata'));
  return (stream instanceof PDFStream ? unpack(stream) : undefined) ?? new Uint8Array();
}

export function readXmp(properties: readonly XmpProperty[]): XmpFacts {
  const values = (namespace: string, key: string): XmpProperty['values'] =>
    properties.filter((property) => property.namespace === namespace && property.name === key).flatMap((property) => property.values);
  const one = (namespace: string, key: string): string | undefined => {
    const found = values(namespace, key);
    return clean((found.find(({ language }) => language === 'x-default') ?? found[0])?.text);
  };
  return {
    title: one(DC, 'title'),
    author: clean(
      values(DC, 'creator')
        .map(({ text }) => text)
        .join(', '),
    ),
    subject: one(DC, 'description'),
    keywords: one(PDF, 'Keywords'),
    creator: one(XMP, 'CreatorTool'),
    producer: one(PDF, 'Producer'),
    createdAt: one(XMP, 'CreateDate'),
    modifiedAt: one(XMP, 'ModifyDate'),
  };
}

/** All properties of a packet in UTF-8 or UTF-16; undefined for one that is no XML, or longer than a megabyte. */
export function xmpProperties(packet: Uint8Array): XmpProperty[] | undefined {
  if (packet.byteLength > MAX_BYTES) return undefined;
  try {
    const { root } = parseXml(decodeXmp(packet).trim(), { ignoreUndefinedEntities: true });
    return root === null ? [] : propertiesBelow(root, new Map());
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

type Namespaces = ReadonlyMap<string, string>;

function propertiesBelow(element: XmlElement, around: Namespaces): XmpProperty[] {
  const namespaces = declaredIn(element, around);
  const [namespace, local] = qualified(element.name, namespaces);
  const children = elementsOf(element);
  if (namespace !== RDF || local !== 'Description') return children.flatMap((child) => propertiesBelow(child, namespaces));
  const attributes = Object.entries(element.attributes).flatMap(([key, text]) => {
    const property = propertyNamed(key, namespaces);
    return property === undefined ? [] : [{ ...property, form: 'text' as const, values: [{ text, language: undefined }] }];
  });
  const elements = children.flatMap((child) => {
    const inner = declaredIn(child, namespaces);
    const property = propertyNamed(child.name, inner);
    return property === undefined ? [] : [{ ...property, ...valueOf(child, inner) }];
  });
  return [...attributes, ...elements];
}

const elementsOf = (element: XmlElement): XmlElement[] => element.children.filter((node) => node instanceof XmlElement);

function declaredIn({ attributes }: XmlElement, around: Namespaces): Namespaces {
  const own = Object.entries(attributes).filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
  return own.length === 0 ? around : new Map([...around, ...own.map(([key, uri]) => [key.slice('xmlns:'.length), uri] as const)]);
}

function qualified(key: string, namespaces: Namespaces): readonly [namespace: string, local: string, prefix: string] {
  const colon = key.indexOf(':');
  const prefix = colon === -1 ? '' : key.slice(0, colon);
  return [namespaces.get(prefix) ?? '', key.slice(colon + 1), prefix];
}

/** Undefined for what belongs to XML and RDF themselves. */
function propertyNamed(key: string, namespaces: Namespaces): Pick<XmpProperty, 'namespace' | 'prefix' | 'name'> | undefined {
  const [namespace, local, prefix] = qualified(key, namespaces);
  return namespace === RDF || ['', 'xml', 'xmlns'].includes(prefix) || key === 'xmlns' ? undefined : { namespace, prefix, name: local };
}

function valueOf(element: XmlElement, namespaces: Namespaces): Pick<XmpProperty, 'form' | 'values'> {
  const [list, ...others] = elementsOf(element);
  if (list === undefined) {
    const isPlain = Object.keys(element.attributes).every((key) => key.startsWith('xml'));
    return { form: isPlain ? 'text' : 'structure', values: [{ text: element.text, language: element.attributes['xml:lang'] }] };
  }
  const [namespace, kind] = qualified(list.name, declaredIn(list, namespaces));
  const items = elementsOf(list);
  const isList = namespace === RDF && (kind === 'Bag' || kind === 'Seq' || kind === 'Alt') && others.length === 0;
  if (!isList || items.some((item) => elementsOf(item).length > 0)) return { form: 'structure', values: [] };
  return { form: kind, values: items.map(({ text, attributes }) => ({ text, language: attributes['xml:lang'] })) };
}

/** By its byte order mark, else UTF-8. */
export function decodeXmp(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xfe && second === 0xff ? 'utf-16be' : first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

const clean = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
};
