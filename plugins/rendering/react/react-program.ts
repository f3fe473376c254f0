import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** React's builds: the production one names its errors by number, the development one in sentences. */
export type ReactBuild = 'production' | 'development';

interface Program {
  /** Files of the modules besides react itself, by name. */
  readonly modules: Readonly<Record<string, (build: ReactBuild) => string>>;
  /** JavaScript that sees `React`, `load`, `Component` and `element`, and may await and return. */
  readonly task: string;
}

const reactDom = dirname(require.resolve('react-dom/package.json'));
const react = dirname(require.resolve('react/package.json'));
const scheduler = dirname(createRequire(join(reactDom, 'package.json')).resolve('scheduler/package.json'));

const COMMON: Program['modules'] = {
  react: (build) => join(react, 'cjs', `react.${build}.js`),
  'react/jsx-runtime': (build) => join(react, 'cjs', `react-jsx-runtime.${build}.js`),
  'react-dom': (build) => join(reactDom, 'cjs', `react-dom.${build}.js`),
};
/** Stands in stack traces for what the caller sent. */
export const SOURCE_NAME = 'platen-source';
/** Lines that `new Function` puts before the text. */
export const LINES_BEFORE = 2;

/** What is thrown in the page, as plain data; everything is cut, as it may have any length. */
const DESCRIBE_ERROR = `(error, components) => {
  const short = (read) => { try { return String(read()).slice(0, 2000); } catch { return ''; } };
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return {
    message: isError ? short(() => error.name + ': ' + error.message) : short(() => error),
    stack: isError ? short(() => error.stack) : '',
    components: short(() => components ?? ''),
  };
}`;

/** Markup without the comments by which React finds its places again: for what has nothing to wait for and nothing to run. */
const PLAIN: Program = {
  modules: { 'react-dom/legacy': (build) => join(reactDom, 'cjs', `react-dom-server-legacy.browser.${build}.js`) },
  task: `return { markup: load('react-dom/legacy').renderToStaticMarkup(element) };`,
};

const SERVER: Program = {
  modules: { 'react-dom/server': (build) => join(reactDom, 'cjs', `react-dom-server.browser.${build}.js`) },
  task: `let failure;
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it does not finish within ' + limitMs + ' ms')), limitMs));
    const made = load('react-dom/server').prerender(element, {
      progressiveChunkSize: Infinity,
      onError(error, { componentStack }) { failure ??= { failure: describe(error, (React.captureOwnerStack?.() ?? '') + componentStack) }; },
    });
    try {
      const { prelude } = await Promise.race([made, late]);
      return failure ?? { markup: await new Response(prelude).text() };
    } catch (error) {
      if (failure === undefined) throw error;
      return failure;
    }`,
};

const CLIENT: Program = {
  modules: {
    scheduler: (build) => join(scheduler, 'cjs', `scheduler.${build}.js`),
    'react-dom/client': (build) => join(reactDom, 'cjs', `react-dom-client.${build}.js`),
  },
  task: `let failure;
    const done = new Promise((resolve) => {
      const Document = () => { React.useEffect(() => resolve(true), []); return element; };
      setTimeout(() => resolve(false), limitMs);
      load('react-dom/client').hydrateRoot(isDocument ? document : document.body, React.createElement(Document), {
        onUncaughtError(error, { componentStack }) { failure ??= { failure: describe(error, componentStack) }; resolve(true); },
        onRecoverableError() {},
      });
    });
    const isDone = await done;
    return failure ?? { isDone };`,
};

const PROGRAMS = { plain: PLAIN, server: SERVER, client: CLIENT };
const texts = new Map<string, string>();

/**
 * A function expression of (module text, props as JSON, settings) to a promise of what its task returns, or of
 * `{failure}`; it runs in a page. React's files are functions in it, found by their names.
 */
export function reactProgram(name: keyof typeof PROGRAMS, build: ReactBuild): string {
  const key = `${name} ${build}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { modules, task } = PROGRAMS[name];
  const definitions = Object.entries({ ...COMMON, ...modules }).map(
    ([module, file]) => `${JSON.stringify(module)}: function (module, exports, require, process) {${readFileSync(file(build), 'utf8')}\n}`,
  );
  const text = `(async (source, json, { isDocument, limitMs }) => {
    const describe = ${DESCRIBE_ERROR};
    try {
      const definitions = {${definitions.join(',\n')}};
      const loaded = {};
      const env = { env: { NODE_ENV: '${build}' } };
      const load = (name) => {
        if (!Object.hasOwn(definitions, name)) throw new Error('import not available: ' + name);
        if (!Object.hasOwn(loaded, name)) {
          const module = { exports: {} };
          loaded[name] = module;
          definitions[name](module, module.exports, load, env);
        }
        return loaded[name].exports;
      };
      const React = load('react');
      const visible = (name) => {
        if (name !== 'react' && name !== 'react/jsx-runtime') throw new Error('import not available: ' + name);
        return load(name);
      };
      const module = { exports: {} };
      new Function('module', 'exports', 'require', 'React', source + '\\n//# sourceURL=${SOURCE_NAME}')(module, module.exports, visible, React);
      const Component = typeof module.exports === 'function' ? module.exports : module.exports.default;
      if (typeof Component !== 'function' && (typeof Component !== 'object' || Component === null)) {
        throw new Error('the default export is no component, which shows only when the source runs');
      }
      const data = JSON.parse(json);
      const element = React.isValidElement(Component) ? Component : React.createElement(Component, { data, ...data });
      ${task}
    } catch (error) { return { failure: describe(error) }; }
  })`;
  texts.set(key, text);
  return text;
}
