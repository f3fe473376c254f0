import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { lookupArray, lookupDict, lookupName, name } from './objects.ts';

const MAX_NESTED = 32;

/** The layers of a document as they are when it is opened (optional content, ISO 32000-1, 8.11, default configuration). */
export class Layers {
  readonly #document: PDFDocument;
  /** Those that are off. */
  readonly #off = new Set<PDFObject>();

  constructor(document: PDFDocument) {
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
    return this.#document.context
      .enumerateIndirectObjects()
      .some(([, object]) => object instanceof PDFDict && object.get(name('Type')) === name('OCMD') && !this.isVisible(object));
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
