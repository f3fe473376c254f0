import { DC, PDF, XMP, type XmpProperty } from '../document/xmp.ts';
import { escapeXml } from './metadata.ts';

type Kind = 'Text' | 'URI' | 'Date' | 'Integer' | 'Boolean' | 'Bag' | 'Dates' | 'LangAlt';
interface Schema {
  readonly prefix: string;
  readonly properties: Readonly<Record<string, Kind>>;
}

const all = (kind: Kind, names: string): Record<string, Kind> => Object.fromEntries(names.split(' ').map((name) => [name, kind]));

/**
 * Properties that every part of ISO 19005 knows without a description of them, of kinds that can be checked (XMP Specification, January
 * 2004, chapter 4); those that the converter writes itself are not among them.
 */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  [DC]: {
    prefix: 'dc',
    properties: {
      ...all('Text', 'coverage identifier source'),
      ...all('Bag', 'contributor language publisher relation subject type'),
      ...{ date: 'Dates', rights: 'LangAlt' },
    },
  },
  [XMP]: {
    prefix: 'xmp',
    properties: { ...all('Text', 'Nickname'), BaseURL: 'URI', Identifier: 'Bag' },
  },
  'http://ns.adobe.com/xap/1.0/rights/': {
    prefix: 'xmpRights',
    properties: { Certificate: 'URI', Marked: 'Boolean', Owner: 'Bag', UsageTerms: 'LangAlt', WebStatement: 'URI' },
  },
  'http://ns.adobe.com/xap/1.0/mm/': {
    prefix: 'xmpMM',
    properties: { ...all('URI', 'DocumentID InstanceID'), ...all('Text', 'RenditionClass VersionID Manager ManagerVariant') },
  },
  'http://ns.adobe.com/xap/1.0/t/pg/': { prefix: 'xmpTPg', properties: { NPages: 'Integer' } },
  'http://ns.adobe.com/photoshop/1.0/': {
    prefix: 'photoshop',
    properties: {
      ...all('Text', 'AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions Source State TransmissionReference'),
      ...{ DateCreated: 'Date', SupplementalCategories: 'Bag', Urgency: 'Integer' },
    },
  },
};

/** What the converter writes itself, from the information dictionary where that says it. */
const OWN = new Set([
  ...['title', 'creator', 'description', 'format'].map((name) => `${DC}${name}`),
  ...['CreatorTool', 'CreateDate', 'ModifyDate', 'MetadataDate'].map((name) => `${XMP}${name}`),
  ...['Producer', 'Keywords', 'PDFVersion', 'Trapped'].map((name) => `${PDF}${name}`),
]);

/** Its claim, and descriptions of properties that are lost. */
const PDFA = 'http://www.aiim.org/pdfa/ns/';

const DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d))?)?)?$/;
const FORMS: Readonly<Record<Kind, XmpProperty['form']>> = {
  ...{ Text: 'text', URI: 'text', Date: 'text', Integer: 'text', Boolean: 'text' },
  ...{ Bag: 'Bag', Dates: 'Seq', LangAlt: 'Alt' },
};
const VALUES: Partial<Record<Kind, RegExp>> = { Date: DATE, Dates: DATE, Integer: /^-?\d{1,9}$/, Boolean: /^(True|False)$/, URI: /^\S+$/ };

/**
 * What other metadata a file may keep, written anew.
 * @returns descriptions for the packet, and the names of properties that it may not have
 */
export function keptXmp(properties: readonly XmpProperty[]): { readonly descriptions: string; readonly lost: readonly string[] } {
  const kept = new Map<string, string>();
  const lost = new Set<string>();
  for (const property of properties) {
    const key = `${property.namespace}${property.name}`;
    if (OWN.has(key) || property.namespace.startsWith(PDFA)) continue;
    const schema = SCHEMAS[property.namespace];
    const kind = schema?.properties[property.name];
    if (schema === undefined || kind === undefined || kept.has(key) || !isOf(property, kind))
      lost.add(`${property.prefix}:${property.name}`);
    else kept.set(key, description(property, schema.prefix));
  }
  return { descriptions: [...kept.values()].join(''), lost: [...lost] };
}

function isOf({ form, values }: XmpProperty, kind: Kind): boolean {
  const pattern = VALUES[kind];
  if (form !== FORMS[kind] || values.length === 0) return false;
  if (kind === 'LangAlt' && values.some(({ language }) => language === undefined)) return false;
  return values.every(({ text }) => text !== '' && (pattern === undefined || pattern.test(text)));
}

function description({ namespace, name, form, values }: XmpProperty, prefix: string): string {
  const items = values.map(({ text, language }) => {
    const tag = language === undefined ? '<rdf:li>' : `<rdf:li xml:lang="${escapeXml(language)}">`;
    return `${tag}${escapeXml(text)}</rdf:li>`;
  });
  const value = form === 'text' ? escapeXml(values[0]?.text ?? '') : `<rdf:${form}>${items.join('')}</rdf:${form}>`;
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}"><${prefix}:${name}>${value}</${prefix}:${name}></rdf:Description>\n`;
}
