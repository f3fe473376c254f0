import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { AFRelationship, type PDFDocument, PDFHexString, PDFString } from 'pdf-lib';
import { Refused } from '../child/protocol.ts';
import type { INVOICE_PROFILES } from '../contract.ts';
import { attach } from './attachments.ts';
import { pdfDate } from './metadata.ts';

export type InvoiceProfile = (typeof INVOICE_PROFILES)[number];

/** The guideline that an invoice of each profile names (Factur-X 1.0.07, ZUGFeRD 2.3). */
const GUIDELINES: Readonly<Record<InvoiceProfile, string>> = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
};

export interface Invoice {
  readonly xml: string;
  readonly profile: InvoiceProfile;
}

/**
 * Whether the text is an invoice of its profile, as far as its first lines tell; it is not validated.
 * @throws Refused on `facturx.xml` or `facturx.profile`
 */
export function checkInvoice({ xml, profile }: Invoice): void {
  const refuse = (field: string, message: string): Refused => new Refused({ field: `facturx.${field}`, message });
  if (xml.includes('<!DOCTYPE')) throw refuse('xml', 'must have no document type');
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(xml));
  } catch (error) {
    throw refuse('xml', `is not well-formed: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`);
  }
  if (root === null || localName(root) !== 'CrossIndustryInvoice') throw refuse('xml', 'must be a CrossIndustryInvoice');
  const guideline = textAt(root, ['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'])?.trim();
  if (guideline !== GUIDELINES[profile])
    throw refuse('profile', `is not that of the invoice, which names ${guideline?.slice(0, 100) ?? 'no guideline'}`);
}

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

function textAt(element: XmlElement, [next, ...rest]: readonly string[]): string | undefined {
  if (next === undefined) return element.text;
  const child = element.children.find((node): node is XmlElement => node instanceof XmlElement && localName(node) === next);
  return child === undefined ? undefined : textAt(child, rest);
}

const FILE_NAME = 'factur-x.xml';
/** Of these, the PDF holds more than the data does. */
const DATA_ONLY = new Set<InvoiceProfile>(['MINIMUM', 'BASIC WL']);

/** Attaches the invoice's data (ISO 19005-3, 6.8; Factur-X, 6.2). The invoice itself is not validated. */
export function attachInvoice(document: PDFDocument, { xml, profile }: Invoice, modifiedAt: Date): void {
  const { context } = document;
  const bytes = Buffer.from(xml, 'utf8');
  const file = context.flateStream(bytes, {
    Type: 'EmbeddedFile',
    Subtype: 'text/xml',
    Params: { Size: bytes.byteLength, ModDate: PDFString.of(pdfDate(modifiedAt)) },
  });
  const embedded = context.register(file);
  const specification = context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(FILE_NAME),
      UF: PDFHexString.fromText(FILE_NAME),
      Desc: PDFHexString.fromText(`Factur-X ${profile}`),
      AFRelationship: DATA_ONLY.has(profile) ? AFRelationship.Data : AFRelationship.Alternative,
      EF: { F: embedded, UF: embedded },
    }),
  );
  attach(document, [[FILE_NAME, specification]]);
}

const PROPERTIES = {
  DocumentFileName: 'Name of the embedded XML invoice file',
  DocumentType: 'INVOICE',
  Version: 'The actual version of the Factur-X XML schema',
  ConformanceLevel: 'The conformance level of the embedded Factur-X data',
};

/** The properties of Factur-X, and the extension schema in which PDF/A wants them declared. */
export function invoiceXmp(profile: InvoiceProfile): string {
  const declared = Object.entries(PROPERTIES)
    .map(
      ([property, description]) =>
        `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
        `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
    )
    .join('');
  return `<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${FILE_NAME}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>${profile}</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${declared}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
`;
}
