/** Pairs of key and value as the fields of a form; true and false are for checkboxes. */
function formValues(pairs) {
  return (pairs || []).map(({ key, value }) => ({ name: key, value: value === 'true' ? true : value === 'false' ? false : value }));
}
