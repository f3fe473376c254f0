import type Handlebars from 'handlebars';
import { type CallSites, siteKey } from '../call-sites.ts';
import type { ComposeNote, Notes } from '../notes.ts';
import { rowsOf } from '../rows.ts';
import { valueProblem } from './arguments.ts';
import { Formats } from './formats.ts';
import { quoted } from './format.ts';
import { type HelperSpec, WrongArgument } from './helper.ts';
import { HELPERS } from './table.ts';
import { isAbsent } from './values.ts';

/** A helper was called with what it cannot work with; says so in words for a template's author. */
export class HelperRefused extends Error {
  readonly helper: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(helper: string, reason: string, location: hbs.AST.Position | undefined) {
    super(reason);
    this.name = 'HelperRefused';
    this.helper = helper;
    this.line = location?.line;
    this.column = location === undefined ? undefined : location.column + 1;
  }
}

/** The template that is being merged: one at a time in a thread. */
export interface Merge {
  notes: Notes;
  sites: CallSites;
}

interface CallOptions {
  readonly hash: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly loc?: hbs.AST.SourceLocation;
}

const siteOf = ({ sites }: Merge, { loc }: CallOptions) => (loc === undefined ? undefined : sites.get(siteKey(loc.start)));

/** Makes the helpers known; a wrong locale, zone or currency is the template's error. */
export function registerHelpers(environment: typeof Handlebars, merge: Merge): void {
  const formats = new Formats();
  for (const [name, spec] of Object.entries(HELPERS)) {
    environment.registerHelper(name, function (this: unknown, ...given: unknown[]) {
      const options = given.pop() as CallOptions;
      try {
        return call(name, spec, given, options, merge, formats);
      } catch (error) {
        const reason = error instanceof WrongArgument || error instanceof RangeError ? error.message : 'cannot work with these arguments';
        throw new HelperRefused(name, reason, options.loc?.start);
      }
    });
  }
  registerEach(environment, merge);
}

function call(name: string, spec: HelperSpec, args: readonly unknown[], options: CallOptions, merge: Merge, formats: Formats): unknown {
  const { hash, data } = options;
  const problem = valueProblem(spec, args, Object.entries(hash));
  if (problem !== undefined) throw new WrongArgument(problem);
  const note = (code: ComposeNote['code'], index: number, sentence: string, field?: string): void => {
    const argument = siteOf(merge, options)?.subjects[index] ?? name;
    const subject = field === undefined ? argument : `${argument}.${field}`;
    merge.notes.add(code, subject, code === 'MISSING_VARIABLE' ? missing(subject) : `${name}: ${subject} ${sentence}.`);
  };
  return spec.run(args, { formats, hash, ...(data === undefined ? {} : { data }), note });
}

export const missing = (path: string): string => `The template uses ${path}, which the data lacks.`;

/** `{{#each}}` of Handlebars, which takes one object for a list of one and says what is no list. */
function registerEach(environment: typeof Handlebars, merge: Merge): void {
  const each = environment.helpers['each'] as (this: unknown, context: unknown, options: unknown) => unknown;
  environment.registerHelper('each', function (this: unknown, context: unknown, options: CallOptions) {
    const site = siteOf(merge, options);
    const { kind } = rowsOf(context, site?.fields);
    const subject = site?.subjects[0] ?? 'each';
    if (kind === 'none' && !isAbsent(context) && context !== false)
      merge.notes.add('NOT_A_LIST', subject, `each: ${subject} is ${quoted(context)}, which is no list; no row is printed.`);
    if (kind === 'row') merge.notes.add('NOT_A_LIST', subject, `each: ${subject} is one object and no list; it is printed as one row.`);
    return each.call(this, kind === 'row' ? [context] : context, options);
  });
}
