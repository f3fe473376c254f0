import type { Command } from '../contract/command.ts';
import type { Examination, Finding } from '../contract/plugin.ts';
import { withinLimit } from '../kernel/lifecycle.ts';

const LIMIT_MS = 60_000;
const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

/** Examines every part in turn; a problem ends it with an error, after all were examined. */
export function doctorCommand(examinations: readonly Examination[]): Command {
  return {
    name: 'doctor',
    summary: 'examines every part the hub stands on, and says what to do',
    async run(_, print) {
      const width = Math.max(...examinations.map(({ name }) => name.length));
      const problems: string[] = [];
      for (const examination of examinations) {
        const { state, text } = await finding(examination);
        print(`${MARKS[state]}  ${examination.name.padEnd(width)}  ${text}`);
        if (state === 'problem') problems.push(examination.name);
      }
      if (problems.length > 0) throw new Error(`${problems.join(', ')}: see above`);
    },
  };
}

async function finding({ name, examine }: Examination): Promise<Finding> {
  try {
    return await withinLimit(examine(), LIMIT_MS, name);
  } catch (error) {
    return { state: 'problem', text: error instanceof Error ? error.message : String(error) };
  }
}
