import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { bundledLibraries } from '../../plugins/rendering/chromium/chromium-install.ts';

/**
 * What goes wrong with a document that holds the name in its HTML: `kept` keeps the document before, `cleared` is
 * replaced by an empty one after its state was read. With `Once` at its end it goes wrong the first time only,
 * in whichever browser that is.
 */
const END_AT_START = 'end-at-start';
const HANG_AT_START = 'hang-at-start';
const FAULTS = ['faultKept', 'faultKeptOnce', 'faultCleared', 'faultClearedOnce'] as const;

/**
 * A program that behaves as Chromium does, but for documents that ask for a fault.
 * @returns its path, for `rendering.executablePath`, with the sandbox off: an unprivileged user may not run this Node
 */
export function writeFaultyBrowser(folder: string, chromium: string): string {
  const path = join(folder, 'faulty-browser.mjs');
  const text = `#!${process.execPath}\nimport { runFaultyBrowser } from ${JSON.stringify(import.meta.filename)};\nrunFaultyBrowser(${JSON.stringify(chromium)}, ${JSON.stringify(folder)});\n`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

interface Command {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
  readonly params?: { readonly html?: string; readonly frameId?: string };
}

/** Ids of commands that the hub did not send, whose answers it does not know and drops. */
const FIRST_OWN_ID = 1_000_000_000;

/** The next browser ends before it answers. */
export function endNextAtStart(folder: string): void {
  writeFileSync(join(folder, END_AT_START), '');
}

/** The next browser never answers. */
export function hangNextAtStart(folder: string): void {
  writeFileSync(join(folder, HANG_AT_START), '');
}

export function runFaultyBrowser(chromium: string, folder: string): void {
  if (existsSync(join(folder, END_AT_START))) {
    rmSync(join(folder, END_AT_START));
    process.exit(1);
  }
  if (existsSync(join(folder, HANG_AT_START))) {
    rmSync(join(folder, HANG_AT_START));
    setInterval(() => undefined, 1000);
    return;
  }
  const libraries = bundledLibraries(chromium);
  const child: ChildProcess = spawn(chromium, process.argv.slice(2), {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe', 4],
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
  });
  child.once('exit', (status) => process.exit(status ?? 1));
  const commands = child.stdio[3] as Writable;
  const change = faults(folder);
  let text = '';
  // A file stream would block one of Node's threads, for which the process waits when it ends.
  new Socket({ fd: 3, readable: true, writable: false })
    .setEncoding('utf8')
    .on('data', (chunk) => {
      const messages = (text + String(chunk)).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) for (const one of change(message)) commands.write(`${one}\0`);
    })
    .on('end', () => commands.end());
}

/** Gives what is sent to the browser instead of a message. */
function faults(folder: string): (message: string) => readonly string[] {
  const cleared = new Map<string, string>();
  let ownId = FIRST_OWN_ID;
  return (message) => {
    const isContent = message.includes('"Page.setDocumentContent"');
    if (!isContent && !message.includes('"Page.printToPDF"')) return [message];
    const { id, method, sessionId = '', params = {} } = JSON.parse(message) as Command;
    if (!isContent) {
      const frameId = cleared.get(sessionId);
      if (frameId === undefined) return [message];
      const empty = { id: ownId++, sessionId, method: 'Page.setDocumentContent', params: { frameId, html: '' } };
      return [JSON.stringify(empty), message];
    }
    cleared.delete(sessionId);
    const fault = FAULTS.findLast((name) => params.html?.includes(name));
    const done = join(folder, fault ?? '');
    if (fault === undefined || (fault.endsWith('Once') && existsSync(done))) return [message];
    writeFileSync(done, '');
    if (fault.startsWith('faultCleared')) cleared.set(sessionId, params.frameId ?? '');
    else
      return [JSON.stringify({ id, sessionId, method, params: { ...params, html: '<!--before--><title>before</title>the one before' } })];
    return [message];
  };
}
