import type { CheckResult } from '../../server/contract/index.ts';
import type { Engine } from './engine.ts';

/** Two letters of each script that documents are likely to have, by their code points. */
const SCRIPTS: Readonly<Record<string, readonly number[]>> = {
  Latin: [0x41, 0xdf],
  Greek: [0x3a9, 0x3bb],
  Cyrillic: [0x416, 0x44b],
  Hebrew: [0x5d0, 0x5e9],
  Arabic: [0x639, 0x634],
  Devanagari: [0x915, 0x937],
  Thai: [0xe01, 0xe29],
  Chinese: [0x4e2d, 0x56fd],
  Japanese: [0x304b, 0x30ca],
  Korean: [0xd55c, 0xae00],
  emoji: [0x1f600, 0x2764],
};

/** Starts the browsers, renders in both lanes, and stops them. */
export async function checkBrowser(engine: Engine, sandbox: 'on' | 'off'): Promise<CheckResult> {
  const started = performance.now();
  try {
    await engine.start();
  } finally {
    await engine.stop();
  }
  const text = `Chromium starts and renders within ${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (sandbox === 'on') return { state: 'ok', text: `${text}, in its sandbox` };
  return { state: 'warning', text: `${text}, without its sandbox: set rendering.sandbox to "on" unless a stronger one surrounds the hub` };
}

/** Which scripts would print as empty boxes. */
export async function checkFonts(engine: Engine): Promise<CheckResult> {
  const { files, covers } = await engine.readFonts();
  const lacking = Object.entries(SCRIPTS).filter(([, letters]) => !letters.every(covers));
  if (lacking.length === 0) return { state: 'ok', text: `${String(files)} font files have all of ${Object.keys(SCRIPTS).join(', ')}` };
  const names = lacking.map(([name]) => name).join(', ');
  return {
    state: 'warning',
    text: `no installed font has ${names}: install one (Debian: fonts-noto-core, fonts-noto-cjk) or name its folder in rendering.fontFolders`,
  };
}
