/** `1-3, 5` as [[1, 3], [5]]; nothing for nothing. */
function pageRanges(text) {
  if (!text) return undefined;
  return text.split(',').map((range) => range.split('-').map(Number));
}
