import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setImmediate as nextTurn } from 'node:timers/promises';
import satisfies from 'semver/functions/satisfies.js';
import { z } from 'zod';
import { readSettings } from '../config/read-settings.ts';
import type { CoreConfig } from '../config/schema.ts';
import { CONTRACT_VERSION, isPlugin, type Plugin } from '../contract/plugin.ts';
import { BootRefused } from './boot-refused.ts';

export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly config: unknown;
}

export interface PluginRoots {
  /** Where bundled plugins lie. */
  readonly bundled: string;
  /** Where relative `from` paths start: the config file's folder. */
  readonly config: string;
}

/** Bundled plugins are `.ts` beside the sources and `.js` in a build. */
const sourceExtension = extname(import.meta.filename);

function locate(name: string, from: string | undefined, roots: PluginRoots): string {
  if (from === undefined) {
    const path = join(roots.bundled, name, `plugin${sourceExtension}`);
    if (!existsSync(path)) throw new Error(`no bundled plugin has this name; fix the name, or say where it lies with "from"`);
    return path;
  }
  if (from.startsWith('.') || isAbsolute(from)) {
    const path = resolve(roots.config, from);
    if (!existsSync(path)) throw new Error(`nothing lies at ${path}; fix "from"`);
    return path;
  }
  try {
    return createRequire(join(roots.config, 'platen.config.json')).resolve(from);
  } catch (cause) {
    throw new Error(`package ${from} is not installed; run npm install ${from}`, { cause });
  }
}

async function importPlugin(path: string): Promise<Plugin> {
  const loaded: unknown = await import(pathToFileURL(path).href);
  const exported = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;
  if (!isPlugin(exported)) throw new Error('its default export is not a plugin; export default definePlugin({…})');
  return exported;
}

function problemsOf(name: string, plugin: Plugin, config: z.ZodSafeParseResult<unknown>): string[] {
  const problems: string[] = [];
  if (plugin.name !== name) problems.push(`plugin ${name}: calls itself ${plugin.name}; use that name in the config`);
  if (!satisfies(CONTRACT_VERSION, plugin.hub)) {
    problems.push(`plugin ${name}: needs contract ${plugin.hub}, this hub has ${CONTRACT_VERSION}; install a matching version`);
  }
  const fields = plugin.redact?.filter((field) => !/^\w+$/.test(field)) ?? [];
  if (fields.length > 0) problems.push(`plugin ${name}: redact takes names of fields, of letters, digits and _, not ${fields.join(', ')}`);
  if (!config.success) problems.push(`plugin ${name}: invalid config:\n${z.prettifyError(config.error)}`);
  return problems;
}

/** Imports every enabled plugin and checks its name, version and config. A disabled one is never imported. */
export async function loadPlugins(entries: CoreConfig['plugins'], roots: PluginRoots): Promise<LoadedPlugin[]> {
  const problems: string[] = [];
  const loaded: LoadedPlugin[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    if (entry === false) continue;
    const { from, config = {} } = entry === true ? {} : entry;
    // Reading code stops the process; what listens already answers in between.
    await nextTurn();
    try {
      const plugin = await importPlugin(locate(name, from, roots));
      const parsed = readSettings(plugin.config, config);
      problems.push(...problemsOf(name, plugin, parsed));
      loaded.push({ plugin, config: parsed.data });
    } catch (cause) {
      problems.push(`plugin ${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  if (problems.length > 0) throw new BootRefused('configuration refused', problems);
  return loaded;
}
