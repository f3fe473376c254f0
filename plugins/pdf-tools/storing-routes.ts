import type { Route } from '../../server/contract/index.ts';
import { UsageLimitExceeded } from '../limits/contract.ts';
import type { FileStore } from '../storage/contract.ts';

const isStored = (body: unknown): boolean => typeof body === 'object' && body !== null && 'output' in body && body.output === 'url';

/** Tools whose result is to be stored are refused before they begin where the account's plan has no room for it. */
export function storingRoutes(routes: readonly Route[], files: FileStore): Route[] {
  return routes.map((route) => ({
    ...route,
    errors: [...(route.errors ?? []), UsageLimitExceeded],
    async handle(input) {
      if (isStored(input.body) && input.principal !== undefined) await files.admit(input.principal);
      return route.handle(input);
    },
  }));
}
