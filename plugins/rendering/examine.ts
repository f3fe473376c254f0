import type { Finding } from '../../server/contract/index.ts';
import type { Engine } from './engine.ts';

/** One or two letters of each script that documents are likely to have. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Latin: 'Aß',
  Greek: 'Ωλ',
  Cyrillic: 'Жы',
  Hebrew: 'אש',
  Arabic: 'عش',
  Devanagari: 'कष',
  Thai: 'กษ',
  Chinese: '中国',
  Japanese: 'かナ',
  Korean: '한글',
  emoji: '😀',
};

/** Starts the browsers, renders in both lanes, and stops them. */
export async function examineBrowser(engine: Engine, sandbox: 'on' | 'off'): Promise<Finding> {
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
export async function examineFonts(engine: Engine): Promise<Finding> {
  const { files, covers } = await engine.readFonts();
  const lacking = Object.entries(SCRIPTS).filter(([, letters]) => [...letters].some((letter) => !covers(letter.codePointAt(0) ?? 0)));
  if (lacking.length === 0) return { state: 'ok', text: `${String(files)} font files have all of ${Object.keys(SCRIPTS).join(', ')}` };
  const names = lacking.map(([name]) => name).join(', ');
  return {
    state: 'warning',
    text: `no installed font has ${names}: install one (Debian: fonts-noto-core, fonts-noto-cjk) or name its folder in rendering.fontFolders`,
  };
}
