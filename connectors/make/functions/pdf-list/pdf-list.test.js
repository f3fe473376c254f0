it('writes files as base64', () => {
  assert.deepEqual(pdfList([{ data: 'a' }]), [{ pdf: 'YQ==' }]);
});
