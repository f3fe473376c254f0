/** A command of the operator's shell, such as `account`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Throws a `HubError` or returns after printing; `print` writes one line to standard output. */
  run(args: readonly string[], print: (line: string) => void): Promise<void>;
}
