import type { Command } from '../../server/contract/index.ts';
import { inWords, LIMIT_NAMES, type LimitsConfig, planNamed } from './plans.ts';

/** The plans as the config has them; `account plan EMAIL PLAN` gives one to an account. */
export function plansCommand(config: LimitsConfig): Command {
  const { plans } = config;
  return {
    name: 'plans',
    summary: 'lists the plans and what they allow',
    run: (_, print) => {
      const width = Math.max(...Object.keys(plans).map((name) => name.length));
      for (const name of Object.keys(plans)) {
        const plan = planNamed(config, name);
        const { requestsPerSecond, documentsPerMonth, previewsPerMonth } = plan;
        const documents = documentsPerMonth === null ? 'any number of documents' : `${documentsPerMonth.toLocaleString('en-US')} documents`;
        const previews = previewsPerMonth === null ? 'any number of previews' : `${previewsPerMonth.toLocaleString('en-US')} previews`;
        print(`${name.padEnd(width)}  ${String(requestsPerSecond)} requests a second, ${documents} and ${previews} a month`);
        const kept = LIMIT_NAMES.map((limit) => inWords(limit, plan[limit]));
        print(`${' '.repeat(width)}  ${kept.join(', ')} a month`);
      }
      return Promise.resolve();
    },
  };
}
