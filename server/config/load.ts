import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import defaults from './default.json' with { type: 'json' };
import { readSettings } from './read-settings.ts';
import { CoreConfig } from './schema.ts';

/** Config that cannot be used; the message lists every problem with its remedy. */
class ConfigRefused extends Error {
  constructor(problems: readonly string[]) {
    super(`configuration refused:\n${problems.map((p) => `- ${p}`).join('\n')}`);
    this.name = 'ConfigRefused';
  }
}

export interface LoadedConfig {
  readonly config: CoreConfig;
  /** Relative plugin paths and the data folder start here. */
  readonly folder: string;
  /** What of the environment was not taken as it was. */
  readonly notes: readonly string[];
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects are merged key by key, anything else is replaced. */
function overlay(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = key in base ? overlay(base[key], value) : value;
  return merged;
}

const EnvReference = z.strictObject({
  $env: z.string().min(1),
  optional: z.boolean().optional(),
  default: z.json().optional(),
});

/** Replaces `{"$env": "NAME"}`; a reference that resolves to nothing vanishes with its key. */
function resolveReferences(value: unknown, env: NodeJS.ProcessEnv, path: string, problems: string[]): unknown {
  if (Array.isArray(value))
    return value.map((item, i) => resolveReferences(item, env, `${path}.${String(i)}`, problems)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if ('$env' in value) {
    const reference = EnvReference.safeParse(value);
    if (!reference.success) {
      problems.push(`${path}: a reference is {"$env": "NAME"}, with "optional": true or "default" if it may be unset`);
      return undefined;
    }
    const { $env: name, optional, default: fallback } = reference.data;
    const found = env[name];
    if (found !== undefined && found !== '' && !isServiceLink(name, found)) return found;
    if (fallback === undefined && optional !== true) problems.push(`${path}: environment variable ${name} is not set; set it`);
    return fallback;
  }
  const resolved: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const result = resolveReferences(item, env, path === '' ? key : `${path}.${key}`, problems);
    if (result !== undefined) resolved[key] = result;
  }
  return resolved;
}

function readConfigFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')) as Json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigRefused([`${path} cannot be read as JSON (${reason}); fix the file or unset PLATEN_CONFIG`]);
  }
}

/**
 * The operator's file (`PLATEN_CONFIG`, else `platen.config.json` in the working folder) over the defaults.
 * @throws ConfigRefused with every problem at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): LoadedConfig {
  const named = env['PLATEN_CONFIG'] || undefined;
  const path = resolve(cwd, named ?? 'platen.config.json');
  const own = named !== undefined || existsSync(path) ? readConfigFile(path) : {};
  return parseConfig(own, env, dirname(path));
}

/** Of settings of a plugin that were written beside those of the core: where each belongs. */
function misplacedSettings(keys: readonly string[], resolved: unknown): string[] {
  const { plugins, ...own } = isObject(resolved) ? resolved : {};
  if (!isObject(plugins) || !keys.every((key) => key in plugins)) return [];
  return keys.flatMap((key) => {
    const names = isObject(own[key]) ? Object.keys(own[key]) : [];
    const settings = names.length > 0 ? names.map((name) => `.${name}`) : [''];
    return settings.map((setting) => `${key}${setting}: is a setting of a plugin; write it as plugins.${key}.config${setting}`);
  });
}

/** Kubernetes sets such a variable for a Service called `platen`: `PLATEN_PORT=tcp://10.0.0.1:3000`. */
const isServiceLink = (name: string, value: string): boolean => name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);

function serviceLinks(env: NodeJS.ProcessEnv): string[] {
  const { PLATEN_PORT: port } = env;
  if (port === undefined || !isServiceLink('PLATEN_PORT', port)) return [];
  return [`PLATEN_PORT is ${port}, which Kubernetes sets for a Service called platen; it is ignored (set enableServiceLinks: false)`];
}

export function parseConfig(own: unknown, env: NodeJS.ProcessEnv, folder: string): LoadedConfig {
  const problems: string[] = [];
  // References first: one that resolves to nothing leaves the default as it is.
  const [base, over] = [defaults, own].map((part) => resolveReferences(part, env, '', problems));
  const resolved = overlay(base, over);
  const parsed = readSettings(CoreConfig, resolved);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      // Of a key that is refused, only the inner issue says why.
      const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue;
      const misplaced = issue.code === 'unrecognized_keys' && issue.path.length === 0 ? misplacedSettings(issue.keys, resolved) : [];
      problems.push(...misplaced);
      if (misplaced.length === 0) problems.push(`${issue.path.join('.') || 'the file'}: ${message}`);
    }
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigRefused(problems);
  return { config: { ...parsed.data, data: resolve(folder, parsed.data.data) }, folder, notes: serviceLinks(env) };
}
