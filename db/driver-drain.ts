import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import mongoose from 'mongoose';

/** What is used here of a connection of the driver, which publishes no types of it. */
interface DriverConnection extends EventEmitter {
  readonly address: string;
  readonly closed: boolean;
  writeCommand(...command: unknown[]): Promise<void>;
}

// The driver that mongoose uses, wherever npm put it.
const { Connection } = createRequire(import.meta.resolve('mongoose'))('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: DriverConnection };
};

const write = Connection.prototype.writeCommand;

/**
 * The driver (7.8, 7.9) waits for `drain` when a socket takes a command only in part, and hears nothing but `drain` and `error`:
 * a socket that is closed meanwhile tells neither. Then the command never ends; where it is the monitor's, the server
 * stays unknown until the process ends. So a command ends with its connection.
 */
Connection.prototype.writeCommand = async function writeUntilClosed(...command): Promise<void> {
  const gone = (): Error => new mongoose.mongo.MongoNetworkError(`connection to ${this.address} closed while a command was written`);
  if (this.closed) throw gone();
  const { promise: closed, reject } = Promise.withResolvers<never>();
  const onClose = (): void => {
    reject(gone());
  };
  this.once('close', onClose);
  try {
    await Promise.race([write.apply(this, command), closed]);
  } finally {
    this.off('close', onClose);
  }
};
