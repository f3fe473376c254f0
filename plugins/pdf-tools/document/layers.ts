import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFPage, PDFRef } from 'pdf-lib';
import { HIDDEN } from './annotation-flags.ts';
import { lookupArray, lookupDict, lookupName, name } from './objects.ts';

const MAX_NESTED = 32;

/** The layers of a document as a screen shows them when it is opened (optional content, ISO 32000-1, 8.11, default configuration). */
export class Layers {
  readonly #document: PDFDocument;
  /** Those that are off. */
  readonly #off = new Set<PDFObject>();

  /** @param isViewed whether groups are asked for the state that they have on screens, which not every viewer does */
  constructor(document: PDFDocument, isViewed = true) {
    this.#document = document;
    const properties = lookupDict(document.catalog, 'OCProperties');
    const usual = properties === undefined ? undefined : lookupDict(properties, 'D');
    if (properties === undefined || usual === undefined) return;
    const groups = (holder: PDFDict, key: string): PDFObject[] =>
      (lookupArray(holder, key)?.asArray() ?? []).flatMap((entry) => this.#lookup(entry) ?? []);
    if (lookupName(usual, 'BaseState') === 'OFF') {
      for (const group of groups(properties, 'OCGs')) this.#off.add(group);
      for (const group of groups(usual, 'ON')) this.#off.delete(group);
    }
    for (const group of groups(usual, 'OFF')) this.#off.add(group);
    for (const usage of isViewed ? groups(usual, 'AS').filter((entry) => entry instanceof PDFDict) : []) {
      if (lookupName(usage, 'Event') !== 'View' || lookupArray(usage, 'Category')?.asArray().includes(name('View')) !== true) continue;
      for (const group of groups(usage, 'OCGs')) this.#applyViewState(group);
    }
  }

  /** Whether what has this entry `OC` is seen; a group or a membership, or none. */
  isVisible(entry: PDFObject | undefined): boolean {
    const content = this.#lookup(entry);
    if (!(content instanceof PDFDict)) return true;
    if (lookupName(content, 'Type') !== 'OCMD') return !this.#off.has(content);
    const expression = lookupArray(content, 'VE');
    return expression === undefined ? this.#isMember(content) : this.#evaluate(expression, 0);
  }

  /** Whether anything is hidden, by a group or by a membership. */
  get hidesAny(): boolean {
    if (this.#off.size > 0) return true;
    return membershipsOf(this.#document).some((membership) => !this.isVisible(membership));
  }

  /** What a group says of its own use on screens, where the configuration goes by it (8.11.4.4). */
  #applyViewState(group: PDFObject): void {
    const usage = group instanceof PDFDict ? lookupDict(group, 'Usage') : undefined;
    const view = usage === undefined ? undefined : lookupDict(usage, 'View');
    const state = view === undefined ? undefined : lookupName(view, 'ViewState');
    if (state === 'OFF') this.#off.add(group);
    else if (state === 'ON') this.#off.delete(group);
  }

  #isMember(membership: PDFDict): boolean {
    const named = membership.lookup(name('OCGs'));
    const groups = (named instanceof PDFArray ? named.asArray() : [named])
      .map((group) => this.#lookup(group))
      .filter((group) => group instanceof PDFDict);
    if (groups.length === 0) return true;
    const isOff = (group: PDFDict): boolean => this.#off.has(group);
    switch (lookupName(membership, 'P')) {
      case 'AllOn':
        return !groups.some(isOff);
      case 'AnyOff':
        return groups.some(isOff);
      case 'AllOff':
        return groups.every(isOff);
      default:
        return !groups.every(isOff);
    }
  }

  #evaluate(expression: PDFArray, depth: number): boolean {
    const [operator, ...operands] = expression.asArray().map((item) => this.#lookup(item));
    const values = operands.map((operand) =>
      operand instanceof PDFArray && depth < MAX_NESTED ? this.#evaluate(operand, depth + 1) : this.isVisible(operand),
    );
    if (operator === PDFName.of('Not')) return values[0] !== true;
    return operator === PDFName.of('Or') ? values.includes(true) : !values.includes(false);
  }

  #lookup(object: PDFObject | undefined): PDFObject | undefined {
    return object instanceof PDFRef ? this.#document.context.lookup(object) : object;
  }
}

/**
 * Says in a document itself what PDFium does not see in its layers: it draws fields whatever layer they are on, and takes a membership of
 * one group for that group, whatever its policy is.
 * @returns whether there was anything to say
 */
export function clarifyLayers(document: PDFDocument, pages: readonly PDFPage[]): boolean {
  const { catalog, context } = document;
  if (!catalog.has(name('OCProperties'))) return false;
  const layers = new Layers(document);
  const hidden = pages
    .flatMap(({ node }) => node.Annots()?.asArray() ?? [])
    .map((entry) => context.lookup(entry))
    .filter((annotation) => annotation instanceof PDFDict)
    .filter((annotation) => !layers.isVisible(annotation.get(name('OC'))));
  for (const annotation of hidden) annotation.set(name('F'), context.obj(HIDDEN));
  const single = membershipsOf(document).filter((one) => one.has(name('P')) && one.lookup(name('OCGs')) instanceof PDFDict);
  for (const membership of single) membership.set(name('OCGs'), context.obj([membership.get(name('OCGs')) ?? null]));
  return hidden.length + single.length > 0;
}

export const membershipsOf = ({ context }: PDFDocument): PDFDict[] =>
  context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict)
    .filter((dict) => lookupName(dict, 'Type') === 'OCMD');
