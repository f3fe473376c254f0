import { FOREIGN, type FuzzCase, jsonCase, OWN_TEMPLATE } from './case.ts';
import { mutateText, type Random } from './random.ts';

const TEMPLATES = [
  '<h1>{{title}}</h1>{{#each items}}<p>{{@index}} {{name}}: {{formatCurrency price}}</p>{{else}}none{{/each}}',
  '{{#if (gt price 3)}}{{formatDate day "long"}}{{else}}{{formatNumber price digits=2}}{{/if}}',
  '{{#*inline "row"}}<td>{{this}}</td>{{/inline}}{{#each items}}{{> row}}{{/each}}',
  '{{#with items.[0] as |x|}}{{x.name}}{{x.constructor.name}}{{lookup x "__proto__"}}{{/with}}',
  '{{log "x"}}',
  '{{helperMissing}}{{blockHelperMissing}}',
  '{{#blockHelperMissing}}x{{/blockHelperMissing}}{{#helperMissing}}{{/helperMissing}}',
  '{{qrcode title}}{{barcode title "ean13"}}{{barcode "5901234123457" "ean13"}}',
  '{{{title}}}{{&title}}{{~title~}}{{! x }}{{!-- }} --}}\\{{title}}',
  '{{sum items "price"}}{{join items}}{{truncate title 1e9}}{{round price 999}}{{divide 1 0}}{{default}}{{add}}',
  '{{formatDate title "x" timezone="Mars/X"}}{{formatCurrency price "XXXX"}}{{formatNumber price locale="x-y-z" digits=1e9}}',
  '{{#each items}}{{#each ../items}}{{#each ../../items}}{{name}}{{/each}}{{/each}}{{/each}}',
  '{{> missing}}{{> (lookup this "title")}}{{#> layout}}x{{/layout}}',
  '{{#if}}{{/if}}{{#unless title 1 2}}{{/unless}}{{#each}}{{/each}}{{#with}}{{/with}}{{lookup}}',
  '{{@root.title}}{{@data}}{{@partial-block}}{{this}}{{.}}{{..}}{{../../../title}}',
  '{{title.length}}{{items.length}}{{items.map}}{{title.[constructor]}}{{"title"}}{{1}}{{true}}{{null}}{{undefined}}',
];

const DATA: readonly unknown[] = [
  {
    title: 'Invoice',
    price: 12.5,
    day: '2026-11-21',
    items: [
      { name: 'a', price: 1 },
      { name: 'b', price: '2' },
    ],
  },
  { title: '</script><script>1</script>{{x}}', price: 'NaN', day: 'never', items: {} },
  { title: null, price: [], day: {}, items: 'text' },
  { title: { length: -1, toString: 'x' }, price: 1e308, day: 8.64e15 + 1, items: [null, [], [[[]]], 1] },
  { hasOwnProperty: 1, toString: 2, valueOf: 3, constructor: 4, length: 5, then: 6, items: [{ then: 1 }] },
  JSON.parse('{"__proto__": {"title": "x"}, "title": "y"}'),
  { title: 'x'.repeat(100_000), items: Array.from({ length: 2000 }, (_, n) => ({ name: String(n), price: n })) },
  {},
];

const REACT = [
  'export default ({ title }) => <h1>{title}</h1>',
  'export default function Doc() { throw new Error("own") }',
  'export default () => { throw null }',
  'export default () => { for (const at = Date.now(); Date.now() - at < 2000;); return <p/> }',
  'export default async () => <p>late</p>',
  'export default class extends React.Component { render() { return <p>{this.props.title}</p> } }',
  'import x from "fs"; export default () => <p>{x}</p>',
  'const x = 1',
  'export default 5',
  'export default () => <p dangerouslySetInnerHTML={{ __html: "<title/><!--</title><meta name=color-scheme content=dark>-->" }} />',
  'export default () => { const [n, set] = React.useState(0); set(n + 1); return <p>{n}</p> }',
  'export default () => [<a/>, null, 0, "x", Symbol("y")]',
  'export default () => ({})',
  'export default () => { window.open(); location.href = "about:blank"; return <p/> }',
  'export default () => { Array.prototype.map = null; Object.prototype.x = 1; return <p>x</p> }',
  'function F() { return <F/> } export default F',
  'export default () => <style>{`* { color: red }`}</style>',
];

/** Of a request that uses a template of its own, a saved one, or saves one. */
export function templateCase(random: Random): FuzzCase {
  const count = random.int(1, 3);
  const plain = Array.from({ length: count }, () => random.pick(TEMPLATES)).join('');
  const source = random.chance(0.35) ? mutateText(random, plain, random.int(1, 3)) : plain;
  const data = random.pick(DATA);
  const tongue = random.chance(0.2)
    ? {
        locale: random.pick(['de-CH', 'x', 'ar-EG-u-nu-arab', '']),
        timezone: random.pick(['UTC', 'Mars/X']),
        currency: random.pick(['CHF', 'ZZZ', 'x']),
      }
    : {};
  return random.pick([
    () => jsonCase('template', '/v1/generate', { html: source, data, ...tongue, ...(random.chance(0.2) ? { strict: true } : {}) }),
    () => jsonCase('template', '/v1/generate', { html: source, data, ...tongue }),
    () =>
      jsonCase('template', '/v1/generate', {
        template: random.pick([OWN_TEMPLATE, FOREIGN.template, 'tmpl_none', `${OWN_TEMPLATE}@9`]),
        data,
      }),
    () => jsonCase('template', '/v1/templates', { name: mutateText(random, 'Fuzz', 2), html_content: source, sample_data: data }),
    () => jsonCase('template', `/v1/templates/${OWN_TEMPLATE}`, { html_content: source }, 'PUT'),
  ])();
}

export function reactCase(random: Random): FuzzCase {
  const plain = random.pick(REACT);
  const react = random.chance(0.4) ? mutateText(random, plain, random.int(1, 4)) : plain;
  return jsonCase('react', '/v1/generate', { react, data: random.pick(DATA) });
}
