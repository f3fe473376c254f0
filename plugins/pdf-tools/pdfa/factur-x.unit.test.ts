import assert from 'node:assert/strict';
import { parseXml } from '@rgrove/parse-xml';
import { checkInvoice, type InvoiceProfile, invoiceXmp } from './factur-x.ts';

const invoice = (guideline: string, prefix = 'rsm:'): string =>
  `<?xml version="1.0"?><${prefix}CrossIndustryInvoice xmlns${prefix === '' ? '' : ':rsm'}="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ` +
  `xmlns:ram="urn:x"><${prefix}ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${guideline}</ram:ID>` +
  `</ram:GuidelineSpecifiedDocumentContextParameter></${prefix}ExchangedDocumentContext></${prefix}CrossIndustryInvoice>`;

/** Factur-X 1.0.07, table of the profiles. */
const GUIDELINES: readonly (readonly [profile: InvoiceProfile, guideline: string])[] = [
  ['MINIMUM', 'urn:factur-x.eu:1p0:minimum'],
  ['BASIC WL', 'urn:factur-x.eu:1p0:basicwl'],
  ['BASIC', 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic'],
  ['EN 16931', 'urn:cen.eu:en16931:2017'],
  ['EXTENDED', 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended'],
];

describe('an invoice to attach', () => {
  for (const [profile, guideline] of GUIDELINES)
    it(`of the profile ${profile} names its guideline, and no other profile’s`, () => {
      checkInvoice({ xml: invoice(guideline), profile });
      for (const [other] of GUIDELINES)
        if (other !== profile)
          assert.throws(() => checkInvoice({ xml: invoice(guideline), profile: other }), {
            problems: [{ field: 'facturx.profile', message: `is not that of the invoice, which names ${guideline}` }],
          });
    });

  it('may have another prefix, none, and white space around the guideline', () => {
    checkInvoice({ xml: invoice('\n urn:cen.eu:en16931:2017 \n', ''), profile: 'EN 16931' });
  });

  const REFUSED: readonly (readonly [name: string, xml: string, message: RegExp])[] = [
    ['broken XML', '<a><b></a>', /facturx\.xml is not well-formed/],
    [
      'another kind of document',
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
      /facturx\.xml must be a CrossIndustryInvoice/,
    ],
    [
      'a document type, which may define entities',
      `<!DOCTYPE x [<!ENTITY e "x">]>${invoice('x')}`,
      /facturx\.xml must have no document type/,
    ],
    ['no guideline', '<CrossIndustryInvoice/>', /names no guideline/],
    ['nothing', '', /facturx\.xml is not well-formed/],
  ];
  for (const [name, xml, message] of REFUSED)
    it(`is refused when it is ${name}`, () => {
      assert.throws(() => checkInvoice({ xml, profile: 'EN 16931' }), { name: 'Refused', message });
    });

  it('is declared in XMP that is well-formed', () => {
    const xmp = `<r xmlns:rdf="urn:r">${invoiceXmp('BASIC WL')}</r>`;
    assert.match(parseXml(xmp).text, /INVOICEfactur-x\.xml1\.0BASIC WL/);
  });
});
