import { type FieldProblem, invalidFields } from '../../server/contract/index.ts';
import type { PdfMerger } from '../pdf-tools/contract.ts';
import { webhookProblem, type WebhookSender } from '../webhooks/contract.ts';
import type { BatchBody } from './batch.schemas.ts';

/** What a batch may ask for only where the plugin behind it is on. */
export function refusals(webhooks: WebhookSender | undefined, merger: PdfMerger | undefined) {
  return ({ webhook, result }: Pick<BatchBody, 'webhook' | 'result'>): void => {
    const problems: FieldProblem[] = [];
    const message = webhook === undefined ? undefined : webhookProblem(webhooks, webhook);
    if (message !== undefined) problems.push({ field: 'webhook', message });
    if (result === 'merged' && merger === undefined) {
      problems.push({ field: 'result', message: 'cannot be merged: PDF tools are disabled on this server' });
    }
    if (problems.length > 0) throw invalidFields(problems);
  };
}
