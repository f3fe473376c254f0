import { type FieldProblem, invalidFields } from '../../../server/contract/index.ts';
import type { PdfMerger } from '../../pdf-tools/contract.ts';
import type { WebhookSender } from '../../webhooks/contract.ts';

/** What a request may ask for only where the plugin behind it is on. */
export function refusals(webhooks: WebhookSender | undefined, merger: PdfMerger | undefined) {
  return ({ webhook, result }: { readonly webhook?: string | undefined; readonly result?: string | undefined }): void => {
    const problems: FieldProblem[] = [];
    if (webhook !== undefined) {
      const message = webhooks === undefined ? 'webhooks are disabled on this server' : webhooks.rejectionReason(webhook);
      if (message !== undefined) problems.push({ field: 'webhook', message });
    }
    if (result === 'merged' && merger === undefined) {
      problems.push({ field: 'result', message: 'cannot be merged: PDF tools are disabled on this server' });
    }
    if (problems.length > 0) throw invalidFields(problems);
  };
}
