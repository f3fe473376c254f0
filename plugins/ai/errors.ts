import { defineError } from '../../server/contract/index.ts';

export const AiError = defineError('AI_ERROR', 502);
export const AiNotConfigured = defineError('AI_NOT_CONFIGURED', 503);
