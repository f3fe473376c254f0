it('adds the event to its data', () => {
  assert.deepEqual(addEvent({ type: 'a', timestamp: 't', data: { id: 1 } }), { event: 'a', timestamp: 't', id: 1 });
});
