import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CoreConfig } from '../config/schema.ts';
import type { Command } from '../contract/command.ts';
import type { Outbound } from '../contract/core-ports.ts';
import type { ComposedPlugin } from '../kernel/composed-plugin.ts';
import type { LoadedPlugin } from '../kernel/load.ts';
import { exportCommand, importCommand } from './account-archive.command.ts';
import { backupCommand, restoreCommand } from './backup.command.ts';
import { doctorCommand } from './doctor.command.ts';
import { coreDoctorChecks } from './doctor-checks.ts';
import { configCommand, pluginsCommand } from './info.commands.ts';

export interface OperatorParts {
  readonly config: CoreConfig;
  readonly version: string;
  readonly plugins: readonly LoadedPlugin[];
  readonly composed: readonly ComposedPlugin[];
  readonly mongo: Connection;
  readonly redis: Redis | undefined;
  readonly outbound: Outbound;
  readonly clock: () => Date;
}

/** The commands of the core; each plugin adds its own. */
export function operatorCommands({ config, version, plugins, composed, mongo, redis, outbound, clock }: OperatorParts): Command[] {
  const models = plugins.flatMap(({ plugin }) => Object.values(plugin.models ?? {}));
  const backupSources = new Map(
    composed.flatMap(({ name, parts: { backupSource } }) => (backupSource === undefined ? [] : [[name, backupSource]])),
  );
  const archives = { mongo, models, backupSources, version, clock };
  const doctorChecks = composed.flatMap(({ parts }) => parts.doctorChecks ?? []);
  return [
    doctorCommand([...coreDoctorChecks({ config, mongo, redis, outbound }), ...doctorChecks]),
    configCommand(config, plugins),
    pluginsCommand(config, plugins),
    backupCommand(archives),
    restoreCommand(archives),
    exportCommand(archives),
    importCommand(archives),
  ];
}
