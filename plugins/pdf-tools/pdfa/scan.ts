import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { pageContent } from '../document/content.ts';
import { filtersOf, unpack } from '../document/inflate.ts';
import { dictOf, lookupArray, lookupDict, lookupName, lookupNumber, name, resolve } from '../document/objects.ts';
import { type InlineImage, isAmbiguous, type Operand, readContent, UnreadableContent } from '../document/tokens.ts';
import { lacksAppearance } from './annotation-appearances.ts';
import { CMYK, colorReason, imageReason, shadingReason } from './colors.ts';
import { isEmbedded } from './font-checks.ts';
import type { LevelRules } from './level.ts';

const MAX_NESTING = 28;
const MAX_FORM_DEPTH = 12;
const MAX_INTEGER = 2_147_483_647;
const MAX_NAME = 127;
const INVISIBLE = 3;
const SPACE = 0x20;
const INTENTS = new Set(['AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual']);
const DEFAULT_CMYK = name('DefaultCMYK');
const NORMAL = new Set(['Normal', 'Compatible']);
export const OPERATORS = new Set(
  (
    'b B b* B* BDC BI BMC BT c cm CS cs d d0 d1 Do DP EMC ET f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh ' +
    'T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);
/** The reason that a page can be repaired for by moving its coordinates. */
export const OUT_OF_RANGE = '6.1.12: a number out of range';

/** Those that it can be written without. */
const ODD_STRING = '6.1.6: a hexadecimal string of odd length';
const AMBIGUOUS_IMAGE = '6.1.10: an inline image whose end readers find at different places';
const UNKNOWN_OPERATOR = '6.2.10: the operator ';
export const isNormalized = (reason: string): boolean =>
  [ODD_STRING, AMBIGUOUS_IMAGE].includes(reason) || reason.startsWith(UNKNOWN_OPERATOR);

/** Fonts and the codes shown in them where they can be seen. */
export type FontCodes = Map<PDFDict, Set<number>>;

/** What a page's content uses. */
export interface Usage {
  /** Why it cannot stay as it is. */
  readonly reasons: Set<string>;
  readonly fonts: FontCodes;
}

interface State {
  readonly font: PDFDict | undefined;
  readonly mode: number;
}

/** What resources get that content takes for there. */
export interface DefaultResources {
  cmyk(): PDFRef;
  font(): PDFRef;
}

const START: State = { font: undefined, mode: 0 };

/** Walks what pages show: content, forms, patterns, glyphs and appearances; each object once. */
export class Scanner {
  readonly #document: PDFDocument;
  readonly #rules: LevelRules;
  readonly #defaults: DefaultResources | undefined;
  readonly #seen = new Map<PDFStream, Usage>();
  #pageResources: PDFDict | undefined;
  readonly #names = new Map<PDFDict, Map<string, Set<string>>>();

  /** @param defaults are put into resources that lack them; a reason for a page where absent */
  constructor(document: PDFDocument, rules: LevelRules, defaults?: DefaultResources) {
    this.#document = document;
    this.#rules = rules;
    this.#defaults = defaults;
  }

  page(index: number): Usage {
    const { node } = this.#document.getPage(index);
    this.#pageResources = node.Resources();
    const usage = blank();
    const content = pageContent(node);
    if (content === undefined) usage.reasons.add('6.1.10: unreadable content');
    else this.#content(content, node.Resources(), usage, 0);
    const annotations = node.lookup(name('Annots'));
    if (annotations instanceof PDFArray) for (let i = 0; i < annotations.size(); i++) this.#annotation(annotations.lookup(i), usage);
    return usage;
  }

  /** Names that content used, by dictionary of resources and kind of resource. */
  get usedNames(): ReadonlyMap<PDFDict, ReadonlyMap<string, ReadonlySet<string>>> {
    return this.#names;
  }

  #annotation(annotation: PDFObject | undefined, usage: Usage): void {
    if (!(annotation instanceof PDFDict)) return;
    if (!this.#rules.transparency && (lookupNumber(annotation, 'CA') ?? 1) !== 1) usage.reasons.add('6.5.3: a transparent annotation');
    const normal = lookupDict(annotation, 'AP')?.lookup(name('N'));
    if (normal instanceof PDFStream) this.#form(normal, undefined, usage, 0);
    else if (lacksAppearance(annotation)) usage.reasons.add('6.5.3: an annotation without an appearance');
  }

  #content(bytes: Uint8Array, resources: PDFDict | undefined, usage: Usage, depth: number): void {
    if (depth > MAX_FORM_DEPTH) {
      usage.reasons.add('6.2: forms within forms');
      return;
    }
    const open: State[] = [];
    let state = START;
    const find = (kind: string, operand: Operand | undefined): PDFObject | undefined => this.#resource(resources, kind, operand);
    const because = (reason: string | undefined): void => {
      if (reason !== undefined) usage.reasons.add(reason);
    };
    try {
      readContent(bytes, (operator, operands, _, inline) => {
        this.#limits(operands, bytes, usage);
        if (!OPERATORS.has(operator)) because(`${UNKNOWN_OPERATOR}${operator.slice(0, 20)}`);
        const [first] = operands;
        const last = operands.at(-1);
        switch (operator) {
          case 'q':
            if (open.push(state) > MAX_NESTING) because('6.1.12: states within states');
            break;
          case 'Q':
            state = open.pop() ?? state;
            break;
          case 'gs':
            state = this.#graphicsState(find('ExtGState', first), state, usage, depth);
            break;
          case 'ri':
            if (!INTENTS.has(first?.text ?? '')) because('6.2.9: a rendering intent');
            break;
          case 'k':
          case 'K':
            because(this.#cmykReason(resources));
            break;
          case 'cs':
          case 'CS':
            because(this.#colorSpace(first, resources));
            break;
          case 'scn':
          case 'SCN':
            if (last?.kind === 'name') this.#pattern(find('Pattern', last), resources, usage, depth);
            break;
          case 'sh':
            because(shadingReason(find('Shading', first), this.#rules));
            break;
          case 'BI':
            this.#inlineImage(inline, resources, because);
            break;
          case 'Do':
            this.#object(find('XObject', first), resources, usage, depth);
            break;
          case 'Tf':
            state = { ...state, font: dictOf(find('Font', first)) ?? this.#fontInstead(first, resources) };
            if (state.font === undefined) because('6.3.4: a font that is not there');
            else if (!usage.fonts.has(state.font)) usage.fonts.set(state.font, new Set());
            break;
          case 'Tr':
            state = { ...state, mode: first?.number ?? 0 };
            break;
          case 'Tj':
          case "'":
          case '"':
          case 'TJ':
            // Readers take the last operand, validators the first.
            if (operands.length !== (operator === '"' ? 3 : 1)) because(`6.2.10: operands of ${operator}`);
            this.#show(last, state, resources, usage, depth);
        }
      });
    } catch (error) {
      if (!(error instanceof UnreadableContent)) throw error;
      because('6.2.10: unreadable content');
    }
  }

  #limits(operands: readonly Operand[], bytes: Uint8Array, { reasons }: Usage): void {
    for (const operand of operands) {
      if (operand.number !== undefined) {
        const size = Math.abs(operand.number);
        if (size <= this.#rules.maxReal) continue;
        const isReal = bytes.subarray(operand.start, operand.end).includes(0x2e);
        if (isReal || size > MAX_INTEGER) reasons.add(OUT_OF_RANGE);
      } else if (operand.isOdd === true) reasons.add(ODD_STRING);
      else if (operand.bytes !== undefined && operand.bytes.length > this.#rules.maxString) reasons.add('6.1.12: a string too long');
      else if (operand.kind === 'name' && (operand.text?.length ?? 0) > MAX_NAME) reasons.add('6.1.12: a name too long');
      else if (operand.items !== undefined) this.#limits(operand.items, bytes, { reasons, fonts: new Map() });
    }
  }

  #resource(resources: PDFDict | undefined, kind: string, operand: Operand | undefined): PDFObject | undefined {
    if (resources === undefined || operand?.text === undefined) return undefined;
    let kinds = this.#names.get(resources);
    if (kinds === undefined) this.#names.set(resources, (kinds = new Map<string, Set<string>>()));
    let names = kinds.get(kind);
    if (names === undefined) kinds.set(kind, (names = new Set()));
    names.add(operand.text);
    const group = resources.lookup(name(kind));
    return group instanceof PDFDict ? group.lookup(name(operand.text)) : undefined;
  }

  #graphicsState(found: PDFObject | undefined, state: State, usage: Usage, depth: number): State {
    const dict = dictOf(found);
    if (dict === undefined) return state;
    const mask = dict.lookup(name('SMask'));
    if (!this.#rules.transparency) {
      const mode = lookupName(dict, 'BM');
      if (mask !== undefined && mask !== name('None')) usage.reasons.add('6.4: a soft mask');
      if (['CA', 'ca'].some((key) => (lookupNumber(dict, key) ?? 1) !== 1)) usage.reasons.add('6.4: transparency');
      if (mode !== undefined && !NORMAL.has(mode)) usage.reasons.add('6.4: a blend mode');
    } else if (mask instanceof PDFDict) {
      const group = mask.lookup(name('G'));
      if (group instanceof PDFStream) this.#form(group, undefined, usage, depth);
    }
    const font = lookupArray(dict, 'Font')?.lookup(0);
    return font instanceof PDFDict ? { ...state, font } : state;
  }

  #colorSpace(operand: Operand | undefined, resources: PDFDict | undefined): string | undefined {
    const named = this.#resource(resources, 'ColorSpace', operand);
    if (named === undefined && (operand?.text === 'DeviceCMYK' || operand?.text === 'CMYK')) return this.#cmykReason(resources);
    return colorReason(named ?? name(operand?.text ?? ''), this.#rules);
  }

  /** CMYK of no profile may be shown where the resources say which is meant (ISO 32000-1, 8.6.5.6). */
  #cmykReason(resources: PDFDict | undefined): string | undefined {
    if (resources === undefined) return CMYK;
    const spaces = lookupDict(resources, 'ColorSpace');
    const known = spaces?.lookup(DEFAULT_CMYK);
    if (known !== undefined) return colorReason(known, this.#rules);
    if (this.#defaults === undefined) return CMYK;
    groupOf(resources, 'ColorSpace').set(DEFAULT_CMYK, this.#defaults.cmyk());
    return undefined;
  }

  /** A font that resources lack is the one that the page has under its name, or a usual one, as for PDFium. */
  #fontInstead(operand: Operand | undefined, resources: PDFDict | undefined): PDFDict | undefined {
    if (resources === undefined || operand?.text === undefined || this.#defaults === undefined) return undefined;
    const key = name(operand.text);
    const ofPage = this.#pageResources === undefined ? undefined : lookupDict(this.#pageResources, 'Font')?.get(key);
    const font = dictOf(resolve(resources.context, ofPage)) === undefined ? this.#defaults.font() : ofPage;
    if (font === undefined) return undefined;
    groupOf(resources, 'Font').set(key, font);
    return dictOf(resolve(resources.context, font));
  }

  #pattern(pattern: PDFObject | undefined, resources: PDFDict | undefined, usage: Usage, depth: number): void {
    const dict = dictOf(pattern);
    if (dict === undefined) return;
    if (pattern instanceof PDFStream) {
      this.#form(pattern, resources, usage, depth);
      return;
    }
    const reason = shadingReason(dict.lookup(name('Shading')), this.#rules);
    if (reason !== undefined) usage.reasons.add(reason);
    this.#graphicsState(dict.lookup(name('ExtGState')), START, usage, depth);
  }

  #object(object: PDFObject | undefined, resources: PDFDict | undefined, usage: Usage, depth: number): void {
    if (!(object instanceof PDFStream)) return;
    switch (lookupName(object.dict, 'Subtype')) {
      case 'Image':
        for (const key of ['', 'SMask', 'Mask']) {
          const image = key === '' ? object : object.dict.lookup(name(key));
          if (!(image instanceof PDFStream)) continue;
          const reason = imageReason(image.dict, filtersOf(image.dict), this.#rules);
          if (reason !== undefined) usage.reasons.add(reason);
        }
        break;
      case 'Form':
        this.#form(object, resources, usage, depth);
        break;
      default:
        usage.reasons.add('6.2.7: an object that is neither image nor form');
    }
  }

  /** A form, pattern or glyph; one without resources of its own uses those around it, and is read anew each time. */
  #form(stream: PDFStream, around: PDFDict | undefined, usage: Usage, depth: number): void {
    const own = lookupDict(stream.dict, 'Resources');
    const known = own === undefined ? undefined : this.#seen.get(stream);
    if (known !== undefined) {
      merge(usage, known);
      return;
    }
    const inner = blank();
    // Set before it is read: a form that draws itself would have no end.
    if (own !== undefined) this.#seen.set(stream, inner);
    const bytes = unpack(stream);
    if (bytes === undefined) inner.reasons.add('6.1.10: unreadable content');
    else this.#content(bytes, own ?? around, inner, depth + 1);
    merge(usage, inner);
  }

  #inlineImage(image: InlineImage | undefined, resources: PDFDict | undefined, because: (reason: string | undefined) => void): void {
    const entry = (...keys: string[]): Operand | undefined =>
      keys.map((key) => image?.entries.get(key)).find((found) => found !== undefined);
    if (image !== undefined && isAmbiguous(image)) because(AMBIGUOUS_IMAGE);
    const filter = entry('F', 'Filter');
    const filters = filter?.items?.map(({ text }) => text) ?? [filter?.text];
    if (filters.some((one) => one === 'LZW' || one === 'LZWDecode')) because('6.1.10: an LZW image');
    if (entry('I', 'Interpolate')?.text === 'true') because('6.2.4: an interpolated image');
    const space = entry('CS', 'ColorSpace');
    if (space === undefined) return;
    if (space.kind === 'name') because(this.#colorSpace(space, resources));
    else
      because(space.items?.some(({ text }) => text === 'DeviceCMYK' || text === 'CMYK') === true ? this.#cmykReason(resources) : undefined);
  }

  #show(operand: Operand | undefined, { font, mode }: State, resources: PDFDict | undefined, usage: Usage, depth: number): void {
    if (font === undefined) {
      usage.reasons.add('6.3.4: text without a font');
      return;
    }
    if (mode === INVISIBLE) return;
    const codes = usage.fonts.get(font) ?? new Set<number>();
    usage.fonts.set(font, codes);
    const subtype = lookupName(font, 'Subtype');
    const before = codes.size;
    for (const { bytes } of operand?.items ?? (operand === undefined ? [] : [operand])) {
      if (bytes === undefined) continue;
      if (subtype === 'Type0') for (let i = 0; i + 1 < bytes.length; i += 2) codes.add(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0));
      else for (const byte of bytes) codes.add(byte);
    }
    // Text without characters uses its font all the same, which needs a program then, as an empty field does.
    if (codes.size === 0 && subtype !== 'Type3' && !isEmbedded(font)) codes.add(SPACE);
    if (subtype === 'Type3' && codes.size > before) this.#glyphs(font, codes, resources, usage, depth);
  }

  #glyphs(font: PDFDict, codes: ReadonlySet<number>, resources: PDFDict | undefined, usage: Usage, depth: number): void {
    const procedures = lookupDict(font, 'CharProcs');
    const names = glyphNames(font);
    for (const code of codes) {
      const glyph = procedures?.lookup(name(names.get(code) ?? '.notdef'));
      if (!(glyph instanceof PDFStream)) {
        usage.reasons.add('6.3.5: a glyph that is not there');
        continue;
      }
      const own = lookupDict(font, 'Resources') ?? resources;
      const known = this.#seen.get(glyph);
      if (known !== undefined) {
        merge(usage, known);
        continue;
      }
      const inner = blank();
      this.#seen.set(glyph, inner);
      const bytes = unpack(glyph);
      if (bytes === undefined) inner.reasons.add('6.1.10: unreadable content');
      else this.#content(bytes, own, inner, depth + 1);
      merge(usage, inner);
    }
  }
}

/** Resources of a kind, which are there from now on. */
function groupOf(resources: PDFDict, kind: string): PDFDict {
  const found = lookupDict(resources, kind);
  const group = found ?? resources.context.obj({});
  if (found === undefined) resources.set(name(kind), group);
  return group;
}

const blank = (): Usage => ({ reasons: new Set(), fonts: new Map() });

function merge(into: Usage, from: Usage): void {
  if (into === from) return;
  for (const reason of from.reasons) into.reasons.add(reason);
  addCodes(into.fonts, from.fonts);
}

export function addCodes(into: FontCodes, from: FontCodes): void {
  for (const [font, codes] of from) {
    const known = into.get(font) ?? new Set<number>();
    for (const code of codes) known.add(code);
    into.set(font, known);
  }
}

/** Glyph names by code, from the differences of an encoding. */
function glyphNames(font: PDFDict): Map<number, string> {
  const names = new Map<number, string>();
  const encoding = lookupDict(font, 'Encoding');
  const differences = encoding === undefined ? undefined : lookupArray(encoding, 'Differences');
  let code = 0;
  for (let i = 0; i < (differences?.size() ?? 0); i++) {
    const entry = differences?.lookup(i);
    if (entry instanceof PDFNumber) code = entry.asNumber();
    else if (entry instanceof PDFName) names.set(code++, entry.decodeText());
  }
  return names;
}
