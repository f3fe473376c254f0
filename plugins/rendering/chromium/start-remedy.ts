import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BrowserLost } from './cdp-session.ts';
import { bundledLibraries } from './chromium-install.ts';

const run = promisify(execFile);

/** What the browser says when it is asked for its version: a lacking library shows here too. */
async function startupOutput(executablePath: string): Promise<string> {
  const libraries = bundledLibraries(executablePath);
  const env = libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries };
  const { stdout, stderr } = await run(executablePath, ['--version'], { timeout: 5000, env }).catch((error: unknown) => ({
    stdout: '',
    stderr: error instanceof Error ? error.message : String(error),
  }));
  return stdout + stderr;
}

/** One sentence for the operator: why the browser does not start, and what to install or set. */
export async function startRemedy(executablePath: string, cause: unknown): Promise<string> {
  const reason = cause instanceof BrowserLost ? (cause.cause ?? cause) : cause;
  const text = `${reason instanceof Error ? reason.message : String(reason)}\n${await startupOutput(executablePath)}`;
  const library = /error while loading shared libraries: (\S+):/.exec(text)?.[1];
  if (library !== undefined) {
    return `Chromium (${executablePath}) lacks the library ${library}: install it (Debian: apt-get install libnss3) or install chromium-headless-shell`;
  }
  if (/sandbox|setpriv|clone|EPERM/i.test(text)) {
    return (
      `Chromium (${executablePath}) cannot start its sandbox here: allow unprivileged user namespaces ` +
      '(sysctl kernel.unprivileged_userns_clone=1 or kernel.apparmor_restrict_unprivileged_userns=0), or set rendering.sandbox to "off" ' +
      'where a stronger sandbox surrounds the whole process'
    );
  }
  return `Chromium (${executablePath}) does not render: ${text.split('\n')[0] ?? ''}; set rendering.executablePath to one that does`;
}
