import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { RenderFailed } from './contract.ts';
import type { CdpPage } from './chromium/browser.ts';

const require = createRequire(import.meta.url);

/** React's own files as a page can run them: each module a function, found by its name. */
const MODULES: Readonly<Record<string, string>> = {
  react: join('react', 'cjs', 'react.production.js'),
  'react/jsx-runtime': join('react', 'cjs', 'react-jsx-runtime.production.js'),
  'react-dom': join('react-dom', 'cjs', 'react-dom.production.js'),
  'react-dom/server': join('react-dom', 'cjs', 'react-dom-server-legacy.browser.production.js'),
};
const MAX_ERROR = 500;

/** A function expression of (module text, props as JSON) that resolves to markup; it runs in a page without network. */
export function reactRuntime(): string {
  const root = dirname(dirname(require.resolve('react/package.json')));
  const modules = Object.entries(MODULES).map(
    ([name, path]) => `${JSON.stringify(name)}: function (module, exports, require, process) {${readFileSync(join(root, path), 'utf8')}\n}`,
  );
  return `(async (source, json) => {
    const definitions = {${modules.join(',\n')}};
    const loaded = {};
    const env = { env: { NODE_ENV: 'production' } };
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
    const { renderToStaticMarkup } = load('react-dom/server');
    const visible = (name) => {
      if (name !== 'react' && name !== 'react/jsx-runtime') throw new Error('import not available: ' + name);
      return load(name);
    };
    const module = { exports: {} };
    new Function('module', 'exports', 'require', 'React', source)(module, module.exports, visible, React);
    const Component = typeof module.exports === 'function' ? module.exports : module.exports.default;
    if (typeof Component !== 'function' && (typeof Component !== 'object' || Component === null)) {
      throw new Error('the default export is no component, which shows only when the source runs');
    }
    const element = React.isValidElement(Component) ? Component : React.createElement(Component, JSON.parse(json));
    return renderToStaticMarkup(element);
  })`;
}

/** @throws RenderFailed with the component's own error */
export async function renderReact(page: CdpPage, runtime: string, code: string, props: Readonly<Record<string, unknown>>): Promise<string> {
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: `${runtime}(${JSON.stringify(code)}, ${JSON.stringify(JSON.stringify(props))})`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) {
    const text = (exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n    at ')[0] ?? '';
    throw RenderFailed(`The component failed in phase compose: ${text.slice(0, MAX_ERROR)}`);
  }
  const markup = String(result.value);
  return /<html[\s>]/i.test(markup.slice(0, 1000))
    ? `<!DOCTYPE html>${markup}`
    : `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${markup}</body></html>`;
}
