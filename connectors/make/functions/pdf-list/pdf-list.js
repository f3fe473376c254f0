/** Files of a list as the API takes them. */
function pdfList(files) {
  return (files || []).map(({ data }) => ({ pdf: iml.base64(data) }));
}
