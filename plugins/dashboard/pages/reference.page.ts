import type { HubRegistry } from '../../../server/contract/index.ts';
import type { Block, Cell, DashboardPage } from '../contract.ts';
import { dereference } from './dereference.ts';

const MAX_DEPTH = 3;
const KEY_WORD = '$PLATEN_KEY';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(', ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === undefined) return 'anything';
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' or ');
}

function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual, description }: Schema): string {
  const range = (low: number | undefined, high: number | undefined, unit: string): string[] => {
    const isOpen = high === undefined || high >= Number.MAX_SAFE_INTEGER;
    if (isOpen) return low === undefined || low <= -Number.MAX_SAFE_INTEGER ? [] : [`at least ${String(low)}${unit}`];
    return [`${low === undefined || low <= -Number.MAX_SAFE_INTEGER ? 'at most' : `${String(low)} to`} ${String(high)}${unit}`];
  };
  return [
    ...(description === undefined ? [] : [description]),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(usual === undefined ? [] : [`${JSON.stringify(usual)} when absent`]),
  ].join('; ');
}

/** One row a field, those of objects under their dotted names. */
function rowsOf(schema: Schema, prefix = '', depth = 0): Cell[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.type === 'array' ? field.items : field;
    const isRequired = schema.required?.includes(name) === true;
    const row: Cell[] = [{ code: prefix + name }, typeOf(field), isRequired ? { badge: 'required', tone: 'neutral' } : '', limitsOf(field)];
    const below =
      inner?.properties === undefined || depth >= MAX_DEPTH
        ? []
        : rowsOf(inner, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`, depth + 1);
    return [row, ...below];
  });
}

/** Of its fields; of a schema with several forms, those of all. */
const namesOf = ({ properties = {}, anyOf = [] }: Schema): string[] => [
  ...new Set([...Object.keys(properties), ...anyOf.flatMap(namesOf)]),
];

function exampleOf(schema: Schema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return exampleOf(first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]));
    case 'array':
      return [exampleOf(schema.items ?? {})];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return '…';
  }
}

function curl(apiUrl: string, method: string, path: string, { security, requestBody }: Operation): string {
  const content = requestBody?.content['application/json'];
  const body = content === undefined ? undefined : (content.example ?? exampleOf(content.schema ?? {}));
  const lines = [
    `curl -sS${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${apiUrl}${path.replace(/\{(\w+)\}/g, '$1')}`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer ${KEY_WORD}"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function operationBlock(apiUrl: string, method: string, path: string, operation: Operation): Block {
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters.map(({ name, in: location, required, schema, description }): Cell[] => [
    { lines: [{ code: name }, location] },
    typeOf(schema),
    required ? { badge: 'required', tone: 'neutral' } : '',
    description ?? limitsOf(schema),
  ]);
  const fields = [...parameters, ...(body === undefined ? [] : rowsOf(body))];
  const answers = Object.entries(operation.responses).map(([status, { description, content }]): Cell[] => {
    const schema = content?.['application/json']?.schema;
    const names = status.startsWith('2') ? namesOf(schema ?? {}).join(', ') : description;
    return [{ badge: status, tone: status.startsWith('2') ? 'good' : 'neutral' }, names];
  });
  return {
    kind: 'fold',
    title: `${method.toUpperCase()} ${path}`,
    text: operation.summary,
    blocks: [
      ...(operation.description === undefined ? [] : [{ kind: 'text', text: operation.description } as const]),
      ...(fields.length === 0
        ? []
        : [
            {
              kind: 'table',
              caption: `Fields of ${method} ${path}`,
              columns: ['Field', 'Type', '', 'Limits'],
              rows: fields,
              empty: '',
            } as const,
          ]),
      { kind: 'copy', label: 'curl', text: curl(apiUrl, method, path, operation) },
      { kind: 'table', caption: `Answers of ${method} ${path}`, columns: ['Status', 'Body or error codes'], rows: answers, empty: '' },
    ],
  };
}

/** Every endpoint of this hub, as `/openapi.json` has it. */
export function referencePage(registry: HubRegistry): DashboardPage {
  // It is known when the hub is composed, and does not change then.
  let described: Document | undefined;
  return {
    path: '/reference',
    title: 'API reference',
    menu: { section: 'Developers', order: 30 },
    audience: 'anyone',
    load({ apiUrl }) {
      described ??= dereference(registry.openapi as Document);
      const { paths } = described;
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
      );
      const groups = Map.groupBy(operations, ({ path }) => path.split('/')[2] ?? 'health');
      // What the hub is for comes first.
      const rank = (group: string): string => (group.startsWith('generat') ? '' : group);
      const ordered = [...groups].sort(([a], [b]) => rank(a).localeCompare(rank(b)));
      return Promise.resolve({
        blocks: [
          {
            kind: 'text',
            text: 'JSON over HTTP. Keys go into the Authorization header. Errors are {"error": {code, message, request_id, fields}}. Made from this server’s own /openapi.json.',
          },
          {
            kind: 'fill',
            label: 'Your key',
            word: KEY_WORD,
            hint: 'Used in the samples below, in this tab only. Keys are stored hashed, so paste one.',
          },
          ...ordered.map(([group, members]): Block => ({
            kind: 'section',
            title: group.replace('-', ' '),
            blocks: members.map(({ path, method, operation }) => operationBlock(apiUrl, method, path, operation)),
          })),
        ],
      });
    },
  };
}
