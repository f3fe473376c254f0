import type { CheckResult } from '../../server/contract/index.ts';
import { type Confinement, findConfinement, type Right } from './child/confinement.ts';

const REMEDY: Readonly<Record<Right, string>> = {
  network: 'open connections',
  'local sockets': 'use local sockets such as that of a database',
  signals: 'signal the hub',
};

/** One line for the log. */
export function describeConfinement({ means, uid, hasLimits }: Confinement): string {
  const by = [
    ...(means === 'none' ? [] : [means === 'seccomp' ? 'a seccomp filter' : 'a network namespace']),
    ...(uid === undefined ? [] : [`uid ${String(uid)}`]),
    ...(hasLimits ? ['resource limits'] : []),
    'the permissions of Node',
  ];
  return `PDFs are read by processes confined by ${by.join(', ')}`;
}

/** What processes that read callers' PDFs could do although they should not. */
export async function checkConfinement(): Promise<CheckResult> {
  const confinement = await findConfinement();
  const text = describeConfinement(confinement);
  const { rights, hasLimits, uid } = confinement;
  const lacking = [
    ...(rights.length === 0
      ? []
      : [`they could ${rights.map((right) => REMEDY[right]).join(', ')}: install perl, by which the hub sets a seccomp filter`]),
    ...(hasLimits ? [] : ['nothing but the hub limits the files and the time of each: install prlimit (util-linux)']),
    ...(uid === undefined && process.getuid?.() === 0
      ? [`they run as root, as uid 65534 cannot read the code or may not be used: run the hub as an ordinary user`]
      : []),
  ];
  return lacking.length === 0 ? { state: 'ok', text } : { state: 'warning', text: `${text}; ${lacking.join('; ')}` };
}
