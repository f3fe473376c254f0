import type { TemplateVariable } from '../rendering/contract.ts';

const ITEMS = 3;
const words = (name: string): string => name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** By what the name says, else the name itself: a preview shows where each value goes. */
function textFor(name: string): string {
  const plain = name.toLowerCase();
  if (/e-?mail/.test(plain)) return 'ada@example.com';
  if (/url|link|website/.test(plain)) return 'https://example.com';
  if (/colou?r/.test(plain)) return '#2f55d4';
  if (/phone/.test(plain)) return '+41 44 000 00 00';
  if (/date|due|issued/.test(plain)) return '2026-11-21';
  if (/currency/.test(plain)) return 'EUR';
  return capital(words(name));
}

function valueFor(name: string, { kind, fields }: TemplateVariable, index: number): unknown {
  switch (kind) {
    case 'number':
      return 12.5 * (index + 1);
    case 'boolean':
      return true;
    case 'date':
      return '2026-11-21';
    case 'array':
      return Array.from({ length: ITEMS }, (_, i) =>
        Object.keys(fields).length === 0 ? `${textFor(name)} ${String(i + 1)}` : sampleFor(fields, i),
      );
    case 'object':
      return sampleFor(fields, index);
    case 'string':
      return textFor(name);
  }
}

/** Data that fills every variable of a template. */
export function sampleFor(variables: Readonly<Record<string, TemplateVariable>>, index = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, valueFor(name, variable, index)]));
}
