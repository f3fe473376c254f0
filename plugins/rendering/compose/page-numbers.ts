/** What Chromium fills in on each page. */
const PAGE_NUMBERS = /\{\{\{?~?\s*(pageNumber|totalPages)\s*~?\}?\}\}/g;
/** Stands for a page number until it is known whether it is text or part of a tag. */
const MARK = '\uf8fe';
const MARKED = new RegExp(`${MARK}(pageNumber|totalPages)${MARK}`, 'g');

export const markPageNumbers = (source: string): string => source.replace(PAGE_NUMBERS, `${MARK}$1${MARK}`);

export const hasMark = (text: string): boolean => text.includes(MARK);

const IN_ADDRESS = new RegExp(`(?:url|src|image-set)\\([^)]*${MARK}|@import[^;]*${MARK}`, 'i');

/** Whether what CSS loads depends on a page number. */
export const hasMarkInAddress = (css: string): boolean => IN_ADDRESS.test(css);

/** Elements that Chromium fills in, in the place of the marks of a text. */
export const numberElements = (text: string, element: 'span' | 'tspan'): string =>
  text.replace(MARKED, `<${element} class="$1"></${element}>`);

/** Runs when Chromium has filled in the elements, before it draws; what it fills in elsewhere are numbers only. */
const FILL_IN = `Promise.resolve().then(() => {
  const number = (_, name) => document.querySelector('.platen-numbers .' + name).textContent;
  const filled = (text) => text.replace(/${String.raw`\uf8fe`}(pageNumber|totalPages)${String.raw`\uf8fe`}/g, number);
  for (const element of document.querySelectorAll('*')) {
    if (element.localName === 'style') element.textContent = filled(element.textContent);
    for (const attribute of element.attributes) attribute.value = filled(attribute.value);
  }
})`;

/**
 * What a header needs whose attributes or styles have marks: Chromium fills in the text of elements only. It sets headers as `innerHTML`, of
 * which it runs no script but the `load` handler of an SVG element within another.
 */
export const NUMBERS_IN_TAGS =
  '<span class="platen-numbers" style="display:none"><span class="pageNumber"></span><span class="totalPages"></span>' +
  `<svg><svg onload="${FILL_IN}"></svg></svg></span>`;
