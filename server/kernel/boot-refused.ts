/** Plugins that cannot run; the message lists every problem of one stage with its remedy. */
export class BootRefused extends Error {
  constructor(headline: string, problems: readonly string[]) {
    super(`${headline}:\n${problems.map((p) => `- ${p}`).join('\n')}`);
    this.name = 'BootRefused';
  }
}
