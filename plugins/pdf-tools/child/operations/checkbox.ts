import { PDFArray, type PDFCheckBox, PDFDict, PDFName, type PDFObject, type PDFRadioGroup, PDFStream } from 'pdf-lib';
import { lookupDict, lookupName, name } from '../../document/objects.ts';
import { textOf } from '../../document/text-string.ts';
import { giveBorder } from './widget-border.ts';

const OFF = 'Off';
/** Of a box that names no state of its own. */
const USUAL_STATE = 'Yes';

/** One box of a field; those of one field may stand for different things ("Mr", "Mrs"), of which one is chosen. */
interface Box {
  readonly dict: PDFDict;
  /** The name of its state when it is ticked. */
  readonly state: string;
  /** What the form sends for it. */
  readonly caption: string;
}

function boxesOf(field: PDFCheckBox): Box[] {
  const captions = field.acroField.dict.lookup(name('Opt'));
  return field.acroField.getWidgets().map(({ dict }, i) => {
    const state = stateOf(dict) ?? USUAL_STATE;
    const caption = captions instanceof PDFArray && i < captions.size() ? textOf(captions.lookup(i)) : undefined;
    return { dict, state, caption: caption ?? state };
  });
}

/** Of its appearances, the first that is not Off; where it has none, the state it is in. */
function stateOf(widget: PDFDict): string | undefined {
  const appearances = lookupDict(widget, 'AP');
  for (const key of ['N', 'D']) {
    const states = appearances?.lookup(name(key));
    const found = states instanceof PDFDict ? states.keys().find((state) => state.decodeText() !== OFF) : undefined;
    if (found !== undefined) return found.decodeText();
  }
  const current = lookupName(widget, 'AS');
  return current === OFF ? undefined : current;
}

/** By the state its appearance is in, which is what viewers show; where it has none, by the field's value. */
function isTicked(field: PDFCheckBox, { dict, state }: Box): boolean {
  const current = lookupName(dict, 'AS');
  if (current !== undefined) return current === state;
  const value = field.acroField.dict.lookup(name('V'));
  return value instanceof PDFName && value.decodeText() === state;
}

/** What can be chosen, where the boxes of one field stand for different things; undefined for a box that is ticked or not. */
export function choicesOf(field: PDFCheckBox): { readonly value: string; readonly label: string }[] | undefined {
  const choices = new Map(boxesOf(field).map(({ state, caption }) => [state, caption]));
  return choices.size > 1 ? [...choices].map(([value, label]) => ({ value, label })) : undefined;
}

/** Whether it is ticked; of several boxes that stand for different things, the name of the chosen one's state, or false. */
export function valueOfCheckBox(field: PDFCheckBox): boolean | string {
  const ticked = boxesOf(field).find((box) => isTicked(field, box));
  if (ticked === undefined) return false;
  return choicesOf(field) === undefined ? true : ticked.state;
}

/** Whether the boxes and the field's value say this already. */
export function isState(field: PDFCheckBox, value: unknown): boolean {
  const wanted = stateFor(field, value);
  const stored = lookupName(field.acroField.dict, 'V') ?? OFF;
  return wanted === stored && boxesOf(field).every((box) => (lookupName(box.dict, 'AS') ?? OFF) === (box.state === wanted ? wanted : OFF));
}

/** The state that a caller's value means, `Off` included; undefined when it means none. */
export function stateFor(field: PDFCheckBox, value: unknown): string | undefined {
  if (value === false || value === '') return OFF;
  const boxes = boxesOf(field);
  if (value === true) return choicesOf(field) === undefined ? boxes[0]?.state : undefined;
  return boxes.find(({ state }) => state === value)?.state ?? boxes.find(({ caption }) => caption === value)?.state;
}

/** Ticks the boxes of a state and no others. Value and appearance always agree afterwards. */
export function setCheckBox(field: PDFCheckBox, state: string): void {
  const boxes = boxesOf(field);
  drawMissing(field, boxes);
  for (const { dict, state: own } of boxes) dict.set(name('AS'), name(own === state ? state : OFF));
  field.acroField.dict.set(name('V'), name(state));
}

/** Gives boxes that have no picture of being ticked one; the pictures of the others stay. */
export function drawMissing(field: PDFCheckBox, boxes: readonly Box[] = boxesOf(field)): void {
  const lacks = ({ dict, state }: Box): boolean => pictureOf(dict, state) === undefined;
  const missing = new Map(boxes.filter(lacks).map((box) => [box.dict, box]));
  if (missing.size === 0) return;
  redraw(field, [...missing.keys()], (dict, before) => {
    const box = missing.get(dict);
    if (box !== undefined) renameState(box);
    else if (before !== undefined) dict.set(name('AP'), before);
  });
}

/** Draws the frames of boxes that have no picture of being off, as viewers do that are asked to draw the fields. */
export function drawFrames(field: PDFCheckBox | PDFRadioGroup): void {
  const dicts = field.acroField.getWidgets().map(({ dict }) => dict);
  const frameless = new Set(dicts.filter((dict) => picturesOf(dict) !== undefined && pictureOf(dict, OFF) === undefined));
  if (frameless.size === 0) return;
  redraw(field, [...frameless], (dict, before) => {
    const off = pictureOf(dict, OFF);
    if (before === undefined) {
      dict.delete(name('AP'));
      return;
    }
    dict.set(name('AP'), before);
    if (!frameless.has(dict) || off === undefined) return;
    // Other boxes may have the same states.
    const states = before.lookup(name('N'), PDFDict).clone();
    states.set(name(OFF), off);
    before.set(name('N'), states);
  });
}

/** What a box looks like in each of its states; undefined where it has one look for all, or none. */
function picturesOf(dict: PDFDict): PDFDict | undefined {
  const pictures = lookupDict(dict, 'AP')?.lookup(name('N'));
  return pictures instanceof PDFDict ? pictures : undefined;
}

function pictureOf(dict: PDFDict, state: string): PDFObject | undefined {
  const pictures = picturesOf(dict);
  return pictures?.lookup(name(state)) instanceof PDFStream ? pictures.get(name(state)) : undefined;
}

/** Has the library draw all boxes of a field; `choose` says what each has of that, and of its appearances before. Value and states stay. */
function redraw(
  field: PDFCheckBox | PDFRadioGroup,
  framed: readonly PDFDict[],
  choose: (dict: PDFDict, before: PDFDict | undefined) => void,
): void {
  const { dict: owner } = field.acroField;
  const value = owner.get(name('V'));
  // Copies, as the library writes into what is there.
  const given = field.acroField
    .getWidgets()
    .map(({ dict }) => ({ dict, appearances: lookupDict(dict, 'AP')?.clone(), state: dict.get(name('AS')) }));
  framed.forEach(giveBorder);
  field.defaultUpdateAppearances();
  for (const { dict, appearances, state } of given) {
    choose(dict, appearances);
    if (state === undefined) dict.delete(name('AS'));
    else dict.set(name('AS'), state);
  }
  if (value !== undefined) owner.set(name('V'), value);
}

/** The library draws all boxes of a field for one state. */
function renameState({ dict, state }: Box): void {
  const states = picturesOf(dict);
  if (states === undefined) return;
  const [drawn] = states.keys().filter((key) => key.decodeText() !== OFF);
  const picture = drawn === undefined ? undefined : states.get(drawn);
  if (drawn === undefined || picture === undefined || drawn.decodeText() === state) return;
  states.delete(drawn);
  states.set(name(state), picture);
}
