import type { CoreConfig } from '../config/schema.ts';
import type { Command } from '../contract/command.ts';
import { maskSecrets } from '../kernel/registry.ts';
import type { LoadedPlugin } from '../kernel/load.ts';

/** The config as it is used: the operator's file over the defaults, references resolved, secrets masked. */
export function configCommand(config: CoreConfig, plugins: readonly LoadedPlugin[]): Command {
  return {
    name: 'config',
    summary: 'prints the effective config, secrets masked',
    run: (_, print) => {
      const own = Object.fromEntries(plugins.map(({ plugin, config: parsed }) => [plugin.name, parsed]));
      const off = Object.keys(config.plugins).filter((name) => !(name in own));
      const whole = { ...config, plugins: { ...own, ...Object.fromEntries(off.map((name) => [name, false])) } };
      print(JSON.stringify(maskSecrets(whole), null, 2));
      return Promise.resolve();
    },
  };
}

/** What is switched on, in the order in which it starts, and what is not. */
export function pluginsCommand(config: CoreConfig, plugins: readonly LoadedPlugin[]): Command {
  return {
    name: 'plugins',
    summary: 'lists the plugins',
    run: (_, print) => {
      const width = Math.max(...Object.keys(config.plugins).map((name) => name.length));
      for (const { plugin } of plugins) print(`${plugin.name.padEnd(width)}  ${plugin.version}  ${plugin.summary}`);
      for (const name of Object.keys(config.plugins).filter((known) => config.plugins[known] === false))
        print(`${name.padEnd(width)}  off`);
      return Promise.resolve();
    },
  };
}
