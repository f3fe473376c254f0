import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bunInstallOf } from './bun.ts';
import { cachedPackages } from './npm.ts';
import { cachedIn, preparation } from './preparation.ts';

const MANIFEST = join(import.meta.dirname, '../connectors/n8n-engine');

export interface Item {
  readonly json: Record<string, unknown>;
  readonly binary?: Record<string, { readonly data: string; readonly mimeType: string; readonly fileName?: string }>;
  readonly pairedItem?: { readonly item: number };
}

/** A field of a node, or a choice of one. */
export interface NodeProperty {
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly options?: readonly (NodeProperty & { readonly value: string })[];
}

interface NodeType {
  readonly methods: {
    readonly listSearch: Record<string, (this: object, filter?: string, token?: string) => Promise<unknown>>;
    readonly resourceMapping: Record<string, (this: object) => Promise<unknown>>;
  };
  readonly webhookMethods: { readonly default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>> };
  readonly description: { readonly properties: readonly NodeProperty[] };
  webhook(this: object): Promise<{ readonly workflowData?: readonly (readonly Item[])[] }>;
  poll(this: object): Promise<readonly (readonly Item[])[] | null>;
}

interface Core {
  readonly PackageDirectoryLoader: new (folder: string) => Loader;
  readonly WorkflowExecute: new (data: object, mode: string, run: object) => { processRunExecutionData(workflow: object): Promise<Run> };
  readonly ExecutionLifecycleHooks: new (mode: string, id: string, workflow: object) => object;
  readonly HookContext: new (...args: readonly unknown[]) => object;
  readonly PollContext: new (...args: readonly unknown[]) => object;
  readonly LoadOptionsContext: new (...args: readonly unknown[]) => object;
  readonly WebhookContext: new (...args: readonly unknown[]) => object;
}
interface Loader {
  readonly nodeTypes: Record<string, { readonly type: NodeType }>;
  readonly credentialTypes: Record<string, { readonly type: CredentialType }>;
  readonly known: { readonly nodes: object };
  loadAll(): Promise<void>;
}
interface CredentialType {
  readonly authenticate: { readonly properties: { readonly headers: Record<string, string> } };
  readonly test: {
    readonly request: { readonly baseURL: string; readonly url: string };
    readonly rules?: readonly { readonly properties: { readonly key: string; readonly value: unknown; readonly message: string } }[];
  };
  readonly properties: readonly object[];
}
interface Expression {
  getSimpleParameterValue(node: object, value: string, mode: string, keys: object, data: undefined, usual: string): string;
}
interface WorkflowInstance {
  readonly expression: Expression;
}
interface Workflows {
  readonly Workflow: new (options: object) => WorkflowInstance;
  readonly ICredentialsHelper: new () => object;
  readonly NodeHelpers: { getVersionedNodeType(type: object, version: number): object };
  createRunExecutionData(options: object): object;
}
interface RequestContext {
  readonly helpers: {
    httpRequestWithAuthentication(
      this: object,
      credential: string,
      options: object,
    ): Promise<{ readonly statusCode: number; readonly body: unknown }>;
  };
}
interface Run {
  readonly data: {
    readonly resultData: {
      readonly error?: Error & { readonly description?: string; readonly httpCode?: string };
      readonly runData: Record<string, readonly { readonly data?: { readonly main?: readonly (readonly Item[])[] } }[]>;
    };
  };
}

export interface TestWorkflow {
  readonly nodes: readonly { readonly name: string; readonly type: string; readonly parameters?: object; readonly retryOnFail?: boolean }[];
  readonly connections: object;
  readonly types?: Readonly<Record<string, object>>;
}
/** The items of each run of each node. */
export type Runs = Readonly<Record<string, readonly (readonly Item[])[]>>;

export const ENGINE = cachedPackages('n8n-engine', MANIFEST);

/** n8n's engine, once a version of its lockfile. */
export const prepareN8nEngine = preparation({
  name: "n8n's engine",
  limitMinutes: 15,
  ...cachedIn(ENGINE, (fresh, run) => bunInstallOf(run, MANIFEST, fresh)),
});

/** n8n's engine with the connector's nodes, as n8n itself runs them, but without its server and database. */
export class Engine {
  readonly #core: Core;
  readonly #workflows: Workflows;
  readonly #loader: Loader;
  #executions = 1000;
  credentials = { baseUrl: '', apiKey: '' };
  /** Of workflows. */
  timezone = 'UTC';
  /** Where the trigger's webhooks would be reached. */
  webhookBase = 'http://127.0.0.1:1/webhook';

  private constructor(core: Core, workflows: Workflows, loader: Loader) {
    this.#core = core;
    this.#workflows = workflows;
    this.#loader = loader;
  }

  static async start(folder: string, connector: string, userFolder: string): Promise<Engine> {
    process.env['N8N_USER_FOLDER'] = userFolder;
    process.env['N8N_ENCRYPTION_KEY'] = 'test';
    const require = createRequire(join(folder, 'package.json'));
    const core = require('n8n-core') as Core;
    const workflows = require('n8n-workflow') as Workflows;
    const loader = new core.PackageDirectoryLoader(connector);
    await loader.loadAll();
    return new Engine(core, workflows, loader);
  }

  type(name: string): NodeType {
    const found = this.#loader.nodeTypes[name];
    if (found === undefined) throw new Error(`no node ${name}`);
    return found.type;
  }

  /** Runs the action node on items; the error of a run that failed is thrown. */
  async run(
    parameters: object,
    items: readonly Item[] = [{ json: {} }],
    more: object = {},
    executionId = String(this.#executions++),
  ): Promise<Item[]> {
    const node = { ...this.#node('platen', parameters), ...more };
    const workflow = this.#workflow([node]);
    const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
    const data = this.#workflows.createRunExecutionData({ executionData: { nodeExecutionStack } });
    const run = await new this.#core.WorkflowExecute(this.#additional(executionId), 'manual', data).processRunExecutionData(workflow);
    const { error, runData } = run.data.resultData;
    // The engine keeps errors as plain objects.
    if (error !== undefined) throw Object.assign(new Error(error.message), { description: error.description, httpCode: error.httpCode });
    return [...(runData['Platen']?.[0]?.data?.main?.[0] ?? [])];
  }

  /**
   * Runs a whole workflow from its first node, and answers what each node gave in each of its runs.
   * @param types node types beside those of the connector, by name: n8n's own are not part of its engine
   */
  async runWorkflow({ nodes, connections, types = {} }: TestWorkflow, executionId = String(this.#executions++)): Promise<Runs> {
    const whole = nodes.map(({ name, type, parameters, ...more }) => ({
      ...this.#node('platen', parameters ?? {}),
      id: name,
      name,
      type,
      ...more,
    }));
    const workflow = this.#workflow(whole, connections, types);
    const nodeExecutionStack = [{ node: whole[0], data: { main: [[{ json: {} }]] }, source: null }];
    const data = this.#workflows.createRunExecutionData({ executionData: { nodeExecutionStack } });
    const run = await new this.#core.WorkflowExecute(this.#additional(executionId), 'manual', data).processRunExecutionData(workflow);
    const { error, runData } = run.data.resultData;
    if (error !== undefined) throw Object.assign(new Error(error.message), { description: error.description });
    const itemsOf = (runs: Run['data']['resultData']['runData'][string]): Item[][] => runs.map((one) => [...(one.data?.main?.[0] ?? [])]);
    return Object.fromEntries(Object.entries(runData).map(([name, runs]) => [name, itemsOf(runs)]));
  }

  loadOptions(parameters: object): object {
    const node = this.#node('platen', parameters);
    const additional = { ...this.#additional('0'), currentNodeParameters: parameters };
    return new this.#core.LoadOptionsContext(this.#workflow([node]), node, additional, '');
  }

  /** A trigger's context, whose workflow keeps its static data from call to call. */
  trigger(name: string, parameters: object) {
    const node = this.#node(name, parameters);
    const workflow = this.#workflow([node]);
    const type = this.type(name);
    const additional = this.#additional('0');
    const webhookData = { webhookDescription: { name: 'default' } };
    const hook = new this.#core.HookContext(workflow, node, additional, 'trigger', 'activate', { ...webhookData, isTest: false });
    return {
      checkExists: async () => type.webhookMethods.default.checkExists.call(hook),
      create: async () => type.webhookMethods.default.create.call(hook),
      delete: async () => type.webhookMethods.default.delete.call(hook),
      poll: async (mode = 'trigger') => type.poll.call(new this.#core.PollContext(workflow, node, additional, mode, 'activate')),
      /** What n8n makes of a request to the webhook: items that start the workflow, or the status that refuses it. */
      webhook: async (rawBody: string, headers: Readonly<Record<string, unknown>>) => {
        let refusedWith: number | undefined;
        const response = { status: (code: number) => ((refusedWith = code), { json: () => undefined }) };
        const httpRequest = { body: JSON.parse(rawBody) as object, rawBody: Buffer.from(rawBody), headers, params: {}, query: {} };
        const request = { ...additional, httpRequest, httpResponse: response };
        const context = new this.#core.WebhookContext(workflow, node, request, 'webhook', webhookData, [], null);
        const { workflowData } = await type.webhook.call(context);
        return { items: workflowData?.[0], refusedWith };
      },
    };
  }

  /** The credential's own test, as n8n's connection dialog makes it: what it says is wrong, if anything. */
  async testCredential(): Promise<string | undefined> {
    const { request, rules = [] } = this.#credentialType().test;
    const node = this.#node('platen', {});
    const workflow = this.#workflow([node]);
    const context = new this.#core.LoadOptionsContext(workflow, node, this.#additional('0'), '') as RequestContext;
    const url = this.#evaluate(workflow, node, request.baseURL) + request.url;
    const options = { method: 'GET', url, returnFullResponse: true, ignoreHttpStatusErrors: true };
    const { statusCode, body } = await context.helpers.httpRequestWithAuthentication.call(context, 'platenApi', options);
    if (statusCode >= 400) return String(statusCode);
    // As packages/cli of n8n does in credentials-tester.service.ts: the rule is broken when the body has this value.
    return rules.find(({ properties: { key, value } }) => (typeof body === 'object' ? Reflect.get(body ?? {}, key) : undefined) === value)
      ?.properties.message;
  }

  #evaluate(workflow: WorkflowInstance, node: object, value: string): string {
    return workflow.expression.getSimpleParameterValue(node, value, 'internal', { $credentials: this.credentials }, undefined, '');
  }

  #credentialType(): CredentialType {
    const found = this.#loader.credentialTypes['platenApi'];
    if (found === undefined) throw new Error('no credential');
    return found.type;
  }

  #node(name: string, parameters: object) {
    const credentials = { platenApi: { id: '1', name: 'Platen' } };
    return {
      id: 'node-1',
      name: 'Platen',
      type: `n8n-nodes-platen.${name}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
      credentials,
      webhookId: 'hook',
    };
  }

  #workflow(nodes: readonly object[], connections: object = {}, types: Readonly<Record<string, object>> = {}): WorkflowInstance {
    const typeOf = (name: string): object => types[name] ?? this.type(name.replace(/^n8n-nodes-platen\./, ''));
    const nodeTypes = {
      getByName: typeOf,
      getByNameAndVersion: (name: string, version: number) => this.#workflows.NodeHelpers.getVersionedNodeType(typeOf(name), version),
      getKnownTypes: () => this.#loader.known.nodes,
    };
    return new this.#workflows.Workflow({
      id: 'w',
      nodes,
      connections,
      active: false,
      nodeTypes,
      settings: { executionOrder: 'v1', timezone: this.timezone },
    });
  }

  #additional(executionId: string): object {
    const base = this.webhookBase;
    const urls = {
      restApiUrl: base,
      instanceBaseUrl: base,
      webhookBaseUrl: base,
      formWaitingBaseUrl: base,
      webhookWaitingBaseUrl: base,
      webhookTestBaseUrl: base,
    };
    const ignore = (): void => undefined;
    return {
      ...{ executionId, userId: 'u', variables: {}, currentNodeExecutionIndex: 0, setExecutionStatus: ignore, logAiEvent: ignore, ...urls },
      credentialsHelper: this.#credentialsHelper(),
      hooks: new this.#core.ExecutionLifecycleHooks('manual', executionId, { nodes: [], connections: {} }),
    };
  }

  #credentialsHelper(): object {
    const helper = new this.#workflows.ICredentialsHelper();
    const nothing = async (): Promise<undefined> => Promise.resolve(undefined);
    return Object.assign(helper, {
      getParentTypes: () => [],
      isCredentialUsableByNode: () => true,
      preAuthentication: nothing,
      runPreAuthentication: nothing,
      updateCredentials: nothing,
      updateCredentialsOauthTokenData: nothing,
      getDecrypted: async () => Promise.resolve(this.credentials),
      getCredentialsProperties: () => this.#credentialType().properties,
      authenticate: async (_: object, __: string, options: { headers?: object }, workflow: WorkflowInstance, node: object) => {
        const { headers } = this.#credentialType().authenticate.properties;
        const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.#evaluate(workflow, node, value)]));
        return Promise.resolve({ ...options, headers: { ...options.headers, ...own } });
      },
    });
  }
}
