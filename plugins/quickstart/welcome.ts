export interface Welcome {
  readonly url: string;
  /** `isNew`: the link sets the first password. */
  readonly dashboard: { readonly url: string; readonly isNew: boolean } | undefined;
  readonly sample: string | undefined;
  readonly keyFile: string | undefined;
}

/** As a POSIX shell reads it, whatever is in it. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** What `npm start` says last: where things are, and one line to paste. */
export function welcome({ url, dashboard, sample, keyFile }: Welcome): string {
  const lines = ['', `Platen is ready.`, '', `  API        ${url}/v1   (described in ${url}/openapi.json)`];
  if (dashboard !== undefined) lines.push(`  Dashboard  ${dashboard.url}${dashboard.isNew ? '   (sets your password, once)' : ''}`);
  if (sample !== undefined) lines.push(`  Document   ${sample}`);
  if (keyFile !== undefined) {
    lines.push(
      `  Key        in the file ${keyFile}`,
      '',
      'Make your own:',
      '',
      `  curl -sS ${url}/v1/generate -H "Authorization: Bearer $(cat ${quoted(keyFile)})" -H 'Content-Type: application/json' -H 'Accept: application/pdf' -d '{"html":"<h1>Hello, paper</h1>"}' -o hello.pdf`,
    );
  } else {
    lines.push('', 'Make a key:  npx platen keys create you@example.com');
  }
  return `${lines.join('\n')}\n`;
}
