it('makes parameters of variables', () => {
  const properties = { title: { type: 'string' }, lines: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } } };
  assert.deepEqual(templateFields(properties, ['title']), [
    { name: 'title', label: 'Title', required: true, type: 'text' },
    { name: 'lines', label: 'Lines', required: false, type: 'array', spec: [{ name: 'price', label: 'Price', required: false, type: 'number' }] },
  ]);
});
