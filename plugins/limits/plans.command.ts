import type { Command } from '../../server/contract/index.ts';
import type { LimitsConfig } from './plans.ts';

/** The plans as the config has them; `account plan EMAIL PLAN` gives one to an account. */
export function plansCommand({ plans }: LimitsConfig): Command {
  return {
    name: 'plans',
    summary: 'lists the plans and what they allow',
    run: (_, print) => {
      const width = Math.max(...Object.keys(plans).map((name) => name.length));
      for (const [name, { requestsPerSecond, documentsPerMonth }] of Object.entries(plans)) {
        const documents = documentsPerMonth === null ? 'any number of documents' : `${documentsPerMonth.toLocaleString('en-US')} documents`;
        print(`${name.padEnd(width)}  ${String(requestsPerSecond)} requests a second, ${documents} a month`);
      }
      return Promise.resolve();
    },
  };
}
