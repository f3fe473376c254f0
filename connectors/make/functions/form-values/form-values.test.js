it('knows checkboxes', () => {
  assert.deepEqual(formValues([{ key: 'a', value: 'x' }, { key: 'b', value: 'true' }]), [{ name: 'a', value: 'x' }, { name: 'b', value: true }]);
});
