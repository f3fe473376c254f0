import { defineError } from '../../server/contract/index.ts';

export const FileGone = defineError('GONE', 410);
export const LinkExpired = defineError('LINK_EXPIRED', 403);
