import type { Command } from '../../server/contract/index.ts';
import { inWords, LIMIT_NAMES, limitOf, type LimitsConfig, previewsOf } from './plans.ts';

/** The plans as the config has them; `account plan EMAIL PLAN` gives one to an account. */
export function plansCommand(config: LimitsConfig): Command {
  const { plans } = config;
  return {
    name: 'plans',
    summary: 'lists the plans and what they allow',
    run: (_, print) => {
      const width = Math.max(...Object.keys(plans).map((name) => name.length));
      for (const [name, plan] of Object.entries(plans)) {
        const { requestsPerSecond, documentsPerMonth } = plan;
        const mostPreviews = previewsOf(plan);
        const documents = documentsPerMonth === null ? 'any number of documents' : `${documentsPerMonth.toLocaleString('en-US')} documents`;
        const previews = mostPreviews === null ? 'any number of previews' : `${mostPreviews.toLocaleString('en-US')} previews`;
        print(`${name.padEnd(width)}  ${String(requestsPerSecond)} requests a second, ${documents} and ${previews} a month`);
        const kept = LIMIT_NAMES.map((limit) => inWords(limit, limitOf(config, name, limit)));
        print(`${' '.repeat(width)}  ${kept.join(', ')} a month`);
      }
      return Promise.resolve();
    },
  };
}
