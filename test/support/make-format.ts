import { z } from 'zod';

/*
 * The local development format of Make's apps, written down from the sources of Make's own extension for Visual Studio Code,
 * https://github.com/integromat/vscode-apps-sdk, release 2.8.0: each rule names the file it is in. No package of a registry
 * has them.
 */

/** src/services/component-code-def.ts: the keys of `codeFiles`; deploying refuses any other. */
const CODE_FILES = {
  connection: ['communication', 'params', 'common'],
  webhook: ['communication', 'params', 'attach', 'detach', 'update', 'requiredScope'],
  module: ['communication', 'epoch', 'staticParams', 'mappableParams', 'interface', 'samples', 'scope'],
  rpc: ['communication', 'params'],
  function: ['code', 'test'],
  endpoint: ['communication', 'scope', 'inputParameters', 'outputParameters', 'context'],
} as const;

/** src/local-development/helpers/validate-id.ts */
const IDS = {
  connection: /^[a-zA-Z][0-9a-zA-Z-]{1,33}[0-9a-zA-Z]$/,
  webhook: /^[a-zA-Z][0-9a-zA-Z-]{1,33}[0-9a-zA-Z]$/,
  module: /^[a-zA-Z][0-9a-zA-Z]{2,47}$/,
  rpc: /^[a-zA-Z][0-9a-zA-Z]{2,47}$/,
} as const;

const codeFiles = (type: keyof typeof CODE_FILES) => z.partialRecord(z.enum(CODE_FILES[type]), z.string().min(1));
const label = z.string().min(1);

/** syntaxes/local-development/schemas/makecomapp.schema.json; of custom functions, which Make has to allow, there are none. */
const ManifestSchema = z.strictObject({
  fileVersion: z.literal(1),
  generalCodeFiles: z.strictObject({ base: z.string(), common: z.null(), readme: z.string(), groups: z.string() }),
  components: z.strictObject({
    connection: z.record(
      z.string().regex(IDS.connection),
      z.strictObject({ label, connectionType: z.literal('basic'), codeFiles: codeFiles('connection') }),
    ),
    webhook: z.record(
      z.string().regex(IDS.webhook),
      z.strictObject({ label, webhookType: z.literal('web'), connection: z.literal('platen'), codeFiles: codeFiles('webhook') }),
    ),
    module: z.record(
      z.string().regex(IDS.module),
      z
        .strictObject({
          label,
          description: z.string().endsWith('.'),
          moduleType: z.enum(['trigger', 'action', 'search', 'instant_trigger', 'universal']),
          connection: z.literal('platen'),
          actionCrud: z.enum(['create', 'read', 'update', 'delete']).optional(),
          webhook: z.literal('events').optional(),
          codeFiles: codeFiles('module'),
        })
        .refine(({ moduleType, codeFiles: files }) => moduleType === 'trigger' || !('epoch' in files), 'epoch is for triggers')
        .refine(({ moduleType, webhook }) => (moduleType === 'instant_trigger') === (webhook !== undefined), 'needs its webhook'),
    ),
    rpc: z.record(z.string().regex(IDS.rpc), z.strictObject({ label, connection: z.literal('platen'), codeFiles: codeFiles('rpc') })),
    function: z.strictObject({}),
    endpoint: z.strictObject({}),
  }),
  origins: z.array(z.never()),
});
const iml = z.string().regex(/\{\{.*\}\}/);
/** syntaxes/imljson/schemas/enums.json */
const ErrorType = z.union([
  z.enum(['RuntimeError', 'DataError', 'RateLimitError', 'OutOfSpaceError', 'ConnectionError', 'InvalidConfigurationError']),
  z.enum(['InvalidAccessTokenError', 'IncompleteDataError', 'DuplicateDataError']),
  iml,
]);
const ResponseType = z.enum(['automatic', 'json', 'urlencoded', 'text', 'raw', 'string', 'binary', 'xml']);
const RequestType = z.enum(['json', 'urlencoded', 'multipart/form-data', 'text', 'string', 'raw', 'binary']);

/** syntaxes/imljson/schemas/sources.json and response.json */
const condition = z.union([z.string(), z.strictObject({ condition: z.string(), default: z.json() })]);
const flat = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.json())]));
const log = z.strictObject({ sanitize: z.array(z.string()) });
const told = { message: z.string().max(1024), type: ErrorType.optional() };
const error = z.union([z.string().max(1024), z.strictObject(told).catchall(z.strictObject(told))]);
const pagination = z.strictObject({ url: z.string().optional(), qs: flat.optional(), condition: z.string() });
const response = {
  type: z.union([ResponseType, z.record(z.string().regex(/^(\*|\d{3}-\d{3}|\d{3})$/), ResponseType)]).optional(),
  valid: z.strictObject({ condition: z.string(), message: z.string(), type: ErrorType.optional() }).optional(),
  limit: z.union([z.string(), z.number()]).optional(),
  error: error.optional(),
  iterate: z.union([z.string().max(512), z.strictObject({ container: z.string().max(512), condition: z.string() })]).optional(),
  temp: z.record(z.string(), z.json()).optional(),
  output: z.json().optional(),
  trigger: z
    .strictObject({ type: z.enum(['date', 'id']), order: z.enum(['asc', 'desc', 'unordered']), id: z.string(), date: z.string() })
    .optional(),
  data: z.record(z.string(), z.json()).optional(),
  metadata: z.strictObject({ value: z.string().max(512), type: z.enum(['text', 'email']) }).optional(),
};
const request = {
  url: z.string().min(1).max(512).optional(),
  method: z.union([z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), iml]).optional(),
  headers: flat.optional(),
  qs: flat.optional(),
  body: z.json().optional(),
  type: RequestType.optional(),
  temp: z.record(z.string(), z.json()).optional(),
  condition: condition.optional(),
  log: log.optional(),
  pagination: pagination.optional(),
  output: z.json().optional(),
  repeat: z.strictObject({ condition: z.string(), delay: z.number(), limit: z.number() }).optional(),
  response: z.strictObject(response).optional(),
};
const hasBody = ({ method, body }: { method?: string | undefined; body?: unknown }): boolean =>
  !['POST', 'PUT', 'PATCH'].includes(method ?? 'GET') || body !== undefined;
const Request = z.strictObject(request).refine(hasBody, 'has no body');

/** syntaxes/imljson/schemas/parameters.json */
const TYPES = [
  ...[
    'any',
    'array',
    'boolean',
    'buffer',
    'cert',
    'collection',
    'color',
    'date',
    'email',
    'filename',
    'folder',
    'file',
    'filter',
    'hidden',
  ],
  ...[
    'json',
    'integer',
    'uinteger',
    'number',
    'password',
    'path',
    'pkey',
    'port',
    'select',
    'text',
    'time',
    'timestamp',
    'timezone',
    'url',
  ],
  ...['uuid', 'banner', 'udt'],
] as const;
interface Parameter {
  readonly name?: string | undefined;
  readonly type: string;
}
const Parameter: z.ZodType<Parameter> = z.strictObject({
  name: z
    .string()
    .regex(/^\w{1,128}$/)
    .optional(),
  type: z.enum(TYPES),
  label: z
    .string()
    .regex(/^[A-Z]/)
    .max(256)
    .optional(),
  help: z.string().min(1).optional(),
  required: z.boolean().optional(),
  default: z.json().optional(),
  editable: z.boolean().optional(),
  mappable: z.boolean().optional(),
  advanced: z.boolean().optional(),
  multiline: z.boolean().optional(),
  semantic: z.enum(['file:name', 'file:data']).optional(),
  get options() {
    const option = z.strictObject({ label: z.string().min(1), value: z.string(), nested: Parameters.optional() });
    return z
      .union([rpc, z.array(option), z.strictObject({ store: z.union([rpc, z.array(option)]), nested: Parameters.optional() })])
      .optional();
  },
  get spec() {
    return z.union([Parameters, Parameter]).optional();
  },
});
const rpc = z.string().startsWith('rpc://');
const Parameters: z.ZodType<(string | Parameter)[]> = z.array(z.union([rpc, Parameter]));

/** Which schema a file must fit: the extension's package.json, contributes.jsonValidation. */
const SCHEMAS: readonly (readonly [file: RegExp, schema: z.ZodType])[] = [
  [/\.(params|static-params|mappable-params|interface)\.iml\.json$/, Parameters],
  [/\.(communication|attach|detach)\.iml\.json$/, z.union([Request, z.array(Request)])],
  [
    /\.epoch\.iml\.json$/,
    Request.refine(
      ({ response: { output } = {} }) =>
        Object.keys(output as object)
          .sort()
          .join() === 'date,label',
    ),
  ],
  [/\.samples\.iml\.json$/, z.record(z.string(), z.json())],
  [/^general\/base\.iml\.json$/, z.strictObject({ ...request, baseUrl: z.string().max(512), repeat: z.never().optional() })],
  [/^modules\/groups\.json$/, z.array(z.strictObject({ label, modules: z.array(z.string()) }))],
  [/^makecomapp\.json$/, ManifestSchema],
];

/**
 * What the format objects to in a file.
 * @returns undefined when the file's name belongs to no part of the format
 */
export function objectionsTo(path: string, content: unknown): string[] | undefined {
  const [, schema] = SCHEMAS.find(([file]) => file.test(path)) ?? [];
  return schema === undefined ? undefined : complaints(schema, content);
}

/** What it objects to in parameters that an RPC answers. */
export const objectionsToParameters = (content: unknown): string[] => complaints(Parameters, content);

const complaints = (schema: z.ZodType, content: unknown): string[] =>
  (schema.safeParse(content).error?.issues ?? []).map(({ path, message }) => `${path.map(String).join('/')} ${message}`);
