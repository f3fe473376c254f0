import type { Command } from '../contract/command.ts';
import type { DoctorCheck, CheckResult } from '../contract/plugin.ts';
import { withinLimit } from '../kernel/lifecycle.ts';

const LIMIT_MS = 60_000;
const MARKS: Readonly<Record<CheckResult['state'], string>> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

/** Runs every check in turn; a problem ends the command with an error, after all checks ran. */
export function doctorCommand(doctorChecks: readonly DoctorCheck[]): Command {
  return {
    name: 'doctor',
    summary: 'checks every part the hub depends on, and says what to do',
    async run(_, print) {
      const width = Math.max(...doctorChecks.map(({ name }) => name.length));
      const problems: string[] = [];
      for (const check of doctorChecks) {
        const { state, text } = await resultOf(check);
        print(`${MARKS[state]}  ${check.name.padEnd(width)}  ${text}`);
        if (state === 'problem') problems.push(check.name);
      }
      if (problems.length > 0) throw new Error(`${problems.join(', ')}: see above`);
    },
  };
}

async function resultOf({ name, run }: DoctorCheck): Promise<CheckResult> {
  try {
    return await withinLimit(run(), LIMIT_MS, name);
  } catch (error) {
    return { state: 'problem', text: error instanceof Error ? error.message : String(error) };
  }
}
