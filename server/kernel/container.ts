import 'reflect-metadata'; // tsyringe refuses to load without it
import { container, type DependencyContainer, instanceCachingFactory } from 'tsyringe';
import type { Port } from '../contract/port.ts';

/** The typed interface to tsyringe: ports in, capabilities out. */
export class PortContainer {
  readonly #container: DependencyContainer;

  constructor(inner: DependencyContainer = container.createChildContainer()) {
    this.#container = inner;
  }

  bind<T>(port: Port<T>, factory: (ports: PortContainer) => T): void {
    if (this.#container.isRegistered(port.token)) throw new Error(`port ${port.id} is already bound`);
    // The factory sees the container it was bound in, whichever scope resolves it first.
    this.#container.register<T>(port.token, { useFactory: instanceCachingFactory(() => factory(this)) });
  }

  get<T>(port: Port<T>): T {
    return this.#container.resolve<T>(port.token);
  }

  has(port: Port<unknown>): boolean {
    return this.#container.isRegistered(port.token, true);
  }

  /** A scope whose bindings shadow the parent's: tests replace one port and keep the rest. */
  scope(): PortContainer {
    return new PortContainer(this.#container.createChildContainer());
  }
}
