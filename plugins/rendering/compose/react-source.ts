import { transform } from 'sucrase';
import { SourceRefused } from './problem.ts';

const KNOWN_MODULES = new Set(['react', 'react/jsx-runtime']);

/** JSX or TSX to the text of a CommonJS module. Nothing of it runs here: it runs in a browser page without network. */
export function transpileReact(source: string): string {
  let code: string;
  try {
    code = transform(source, { transforms: ['typescript', 'jsx', 'imports'], production: true, jsxRuntime: 'classic' }).code;
  } catch (error) {
    const text = error instanceof RangeError ? 'the source is nested too deeply' : error instanceof Error ? error.message : String(error);
    throw new SourceRefused('react', `does not compile: ${text.slice(0, 300)}`);
  }
  for (const [, name = ''] of code.matchAll(/\brequire\(\s*['"]([^'"]*)['"]\s*\)/g)) {
    if (!KNOWN_MODULES.has(name)) throw new SourceRefused('react', `imports ${name.slice(0, 100)}, which is not available; only react is`);
  }
  return code;
}
