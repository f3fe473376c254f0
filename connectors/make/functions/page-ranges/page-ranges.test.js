it('reads ranges', () => {
  assert.deepEqual(pageRanges('1-3, 5'), [[1, 3], [5]]);
  assert.equal(pageRanges(''), undefined);
});
