interface Named {
  readonly name?: string;
  readonly spec?: unknown;
  readonly options?: unknown;
  readonly nested?: unknown;
}

/** Names that one form has twice, at any depth. */
export function doubledNames(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  const fields = content.filter((field): field is Named => typeof field === 'object' && field !== null);
  const names = fields.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const own = names.filter((name, i) => names.indexOf(name) !== i);
  return [...own, ...fields.flatMap(({ spec, options, nested }) => [spec, options, nested].flatMap(doubledNames))];
}

type Kind = 'connection' | 'webhook' | 'module' | 'rpc';
interface Component {
  readonly label: string;
  readonly description?: string;
  readonly moduleType?: string;
  readonly connection?: string;
  readonly webhook?: string;
  readonly codeFiles: Readonly<Record<string, string>>;
}
export interface Manifest {
  readonly generalCodeFiles: Readonly<Record<string, string | null>>;
  readonly components: Readonly<Record<Kind, Readonly<Record<string, Component>>>>;
}

/*
 * What the extension asks for when it deploys, beyond its schemas, written down from its sources at the same release:
 * each rule names the file it is in.
 */

/** src/services/component-code-def.ts: the keys of `codeFiles`, and how the names of their files end; deploying refuses any other key. */
const CODE_FILES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  connection: { communication: 'communication', params: 'params' },
  webhook: { communication: 'communication', params: 'params', attach: 'attach', detach: 'detach', update: 'update' },
  module: {
    communication: 'communication',
    epoch: 'epoch',
    staticParams: 'static-params',
    mappableParams: 'mappable-params',
    interface: 'interface',
    samples: 'samples',
  },
  rpc: { communication: 'communication', params: 'params' },
};
/** src/local-development/helpers/validate-id.ts, and 48 letters at most for what is new. */
const IDS: Readonly<Record<Kind, RegExp>> = {
  connection: /^[a-zA-Z][0-9a-zA-Z-]{1,33}[0-9a-zA-Z]$/,
  webhook: /^[a-zA-Z][0-9a-zA-Z-]{1,33}[0-9a-zA-Z]$/,
  module: /^[a-zA-Z][0-9a-zA-Z]{2,47}$/,
  rpc: /^[a-zA-Z][0-9a-zA-Z]{2,47}$/,
};

/** Why the extension would not deploy the app. */
export function deployProblems({ components }: Manifest): string[] {
  const kinds = Object.keys(CODE_FILES) as Kind[];
  return kinds.flatMap((kind) =>
    Object.entries(components[kind]).flatMap(([id, component]) => {
      const own = Object.entries(component.codeFiles).flatMap(([key, path]) => {
        const ending = CODE_FILES[kind][key];
        if (ending === undefined) return [`Unsupported component code type: ${kind}->${key}`];
        return path.endsWith(`.${ending}.iml.json`) ? [] : [`${path} does not end in .${ending}.iml.json`];
      });
      // src/local-development/helpers/validate-component-references.ts
      const { connection, webhook, moduleType } = component;
      const references = [
        ...(connection === undefined || connection in components.connection ? [] : [`there is no connection ${connection}`]),
        ...(webhook === undefined || webhook in components.webhook ? [] : [`there is no webhook ${webhook}`]),
        ...(kind === 'module' && (moduleType === 'instant_trigger') !== (webhook !== undefined)
          ? ['an instant trigger has a webhook']
          : []),
        // src/services/component-code-def.ts: `onlyFor`
        ...('epoch' in component.codeFiles && moduleType !== 'trigger' ? ['epoch is for triggers'] : []),
      ];
      return [...(IDS[kind].test(id) ? [] : ['its id is not valid']), ...own, ...references].map((problem) => `${kind} ${id}: ${problem}`);
    }),
  );
}
