/** A template's variables as parameters of a module: objects become collections, arrays of objects lists of them. */
function templateFields(properties, required) {
  const labelOf = (name) => {
    const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
    return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
  };
  const typeOf = (property) => {
    if (property.format === 'date' || property.format === 'date-time') return 'date';
    return { number: 'number', integer: 'integer', boolean: 'boolean' }[property.type] || 'text';
  };
  const specOf = (name, property, isRequired) => {
    const field = { name, label: labelOf(name), required: isRequired };
    if (property.type === 'object' && property.properties) {
      return Object.assign(field, { type: 'collection', spec: templateFields(property.properties, []) });
    }
    if (property.type !== 'array') return Object.assign(field, { type: typeOf(property) });
    const items = property.items || {};
    const spec = items.properties ? templateFields(items.properties, []) : { type: typeOf(items) };
    return Object.assign(field, { type: 'array', spec });
  };
  return Object.keys(properties || {}).map((name) => specOf(name, properties[name], (required || []).includes(name)));
}
