import { defineError } from '../../../server/contract/index.ts';

/** The record is in a state that does not allow this. */
export const Conflict = defineError('CONFLICT', 409);
