import { defineError, HubError } from '../../server/contract/index.ts';
import { FileGone } from './contract.ts';

/** Undefined instead of `FileGone`. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (HubError.is(error) && error.code === FileGone.code) return undefined;
    throw error;
  });
}
export const RangeNotSatisfiable = defineError('RANGE_NOT_SATISFIABLE', 416);
export const LinkExpired = defineError('LINK_EXPIRED', 403);
