import assert from 'node:assert/strict';
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { changedPixels, picturesOf, withFile } from '../../corpus/judges.ts';
import { base64 } from './fixtures.ts';
import { layered } from './layered.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

const CONTENT = '/OC /On BDC 0 0 50 50 re f EMC /OC /Off BDC 50 0 50 50 re f EMC /OC /AllOff BDC 100 0 50 50 re f EMC';
const drawn = async (pdf: Uint8Array) => withFile(pdf, async (path) => picturesOf(path, 9, 50));

/** With another configuration than one list of what is off. */
async function configured(configure: (groups: PDFArray, configuration: PDFDict, document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.load(await layered(CONTENT));
  const properties = document.catalog.lookup(PDFName.of('OCProperties'), PDFDict);
  const configuration = document.context.obj({});
  properties.set(PDFName.of('D'), configuration);
  configure(properties.lookup(PDFName.of('OCGs'), PDFArray), configuration, document);
  return document.save();
}

const propertiesOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict);

describe('the layers of PDFs', () => {
  const tools = popplerTools();

  it('are as visible as before in a merged file, whatever the configurations of its sources', async () => {
    const sources = [
      await layered(CONTENT),
      await configured((groups, configuration, { context }) => {
        configuration.set(PDFName.of('BaseState'), PDFName.of('OFF'));
        configuration.set(PDFName.of('ON'), context.obj([groups.get(1)]));
      }),
      await configured(() => undefined),
    ];
    const merged = await bytesOf(await tools.call('merge', { pdfs: sources.map((pdf) => ({ pdf: base64(pdf) })), output: 'base64' }));
    const before = (await Promise.all(sources.map(drawn))).flat();
    assert.equal(changedPixels(before, await drawn(merged)), 0);
    assert.ok(
      before.some((page, i) => i > 0 && changedPixels([page], [before[0] ?? page]) > 0),
      'the sources differ',
    );
    assert.equal((await propertiesOf(merged))?.lookup(PDFName.of('OCGs'), PDFArray).size(), 6);
  });

  it('come along with the pages that show them', async () => {
    const source = await layered(CONTENT);
    const { parts } = await tools.call<{ parts: FileReply[] }>('split', { pdf: base64(source), ranges: [[1], [2]], output: 'base64' });
    const [first, second] = await Promise.all(parts.map(bytesOf));
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(changedPixels((await drawn(source)).slice(0, 1), await drawn(first)), 0);
    assert.equal((await propertiesOf(first))?.lookup(PDFName.of('OCGs'), PDFArray).size(), 2);
    assert.equal(await propertiesOf(second), undefined);
  });

  it('keep the states that groups have on screens and on paper', async () => {
    const source = await configured((groups, configuration, { context }) => {
      const use = { Event: 'View', Category: ['View'], OCGs: [groups.get(0)] };
      configuration.set(PDFName.of('AS'), context.obj([use]));
    });
    const merged = await bytesOf(
      await tools.call('merge', { pdfs: [source, source].map((pdf) => ({ pdf: base64(pdf) })), output: 'base64' }),
    );
    const properties = await propertiesOf(merged);
    const uses = properties?.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('AS'), PDFArray);
    assert.equal(uses?.lookup(0, PDFDict).lookup(PDFName.of('Event'), PDFName).decodeText(), 'View');
    assert.equal(
      uses.lookup(0, PDFDict).lookup(PDFName.of('OCGs'), PDFArray).get(0),
      properties?.lookup(PDFName.of('OCGs'), PDFArray).get(0),
    );
  });
});
