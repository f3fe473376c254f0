import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HAN_FONTS } from '../han-fonts.ts';
import { copyOnce, findPackage, packageFolder, replaceFile } from './chromium-install.ts';

/** Scripts that the families for documents in Latin, Greek and Cyrillic lack. */
const SCRIPTS =
  'arabic hebrew thai devanagari bengali tamil telugu kannada malayalam gujarati gurmukhi sinhala khmer lao myanmar georgian armenian ethiopic';

const REGULAR_AND_BOLD = ['400Regular', '700Bold'] as const;

/** For `Page.setFontFamilies`: what a page takes for characters that no family of its element has, by the element's language. */
export const FONTS_OF_SCRIPTS = HAN_FONTS.flatMap(({ scripts, family }) =>
  scripts.map((script) => ({ script, fontFamilies: { standard: family } })),
);

/** Families that ship with Platen: package, and the weights a document can ask for. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  '@expo-google-fonts/inter': ['400Regular', '400Regular_Italic', '500Medium', '600SemiBold', '700Bold', '700Bold_Italic', '800ExtraBold'],
  '@expo-google-fonts/arimo': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  '@expo-google-fonts/tinos': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  '@expo-google-fonts/cousine': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  '@expo-google-fonts/carlito': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  '@expo-google-fonts/caladea': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  '@expo-google-fonts/gelasio': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  ...Object.fromEntries(SCRIPTS.split(' ').map((script) => [`@expo-google-fonts/noto-sans-${script}`, REGULAR_AND_BOLD])),
  '@expo-google-fonts/noto-color-emoji': ['400Regular'],
  'dejavu-fonts-ttf': ['ttf'],
};

/** Metric-compatible stand-ins, so that documents made with the usual names keep their line breaks. */
const ALIASES: readonly (readonly [family: string, use: string])[] = [
  ['Arial', 'Arimo'],
  ['Helvetica', 'Arimo'],
  ['Helvetica Neue', 'Arimo'],
  ['Liberation Sans', 'Arimo'],
  ['Calibri', 'Carlito'],
  ['Times New Roman', 'Tinos'],
  ['Times', 'Tinos'],
  ['Georgia', 'Gelasio'],
  ['Cambria', 'Caladea'],
  ['Liberation Serif', 'Tinos'],
  ['Courier New', 'Cousine'],
  ['Courier', 'Cousine'],
  ['Liberation Mono', 'Cousine'],
  ['system-ui', 'Inter'],
  ['Segoe UI', 'Inter'],
  ['Roboto', 'Inter'],
  ['sans-serif', 'Arimo'],
  ['serif', 'Tinos'],
  ['monospace', 'Cousine'],
  ['emoji', 'Noto Color Emoji'],
];

export const ALIASED_FAMILIES: readonly string[] = ALIASES.map(([family]) => family);

const SYSTEM_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function fontsConf(folders: readonly string[], cache: string): string {
  const aliases = ALIASES.map(
    ([family, use]) => `<alias binding="same"><family>${family}</family><prefer><family>${use}</family></prefer></alias>`,
  );
  // A renderer keeps the font that it once found for a character: what it finds must not depend on the language of the first such text.
  const noLanguage = ['zh', 'ja', 'ko'].map(
    (language) =>
      `<match target="pattern"><test name="lang" compare="contains"><string>${language}</string></test><edit name="lang" mode="assign"><string>en</string></edit></match>`,
  );
  const fallback = ['Arimo', 'DejaVu Sans', 'Noto Color Emoji', ...HAN_FONTS.map(({ family }) => family)];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${escapeXml(folder)}</dir>`).join('\n')}
<cachedir>${escapeXml(cache)}</cachedir>
${aliases.join('\n')}
${noLanguage.join('\n')}
<match target="pattern"><edit name="family" mode="append_last">${fallback.map((family) => `<string>${family}</string>`).join('')}</edit></match>
<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
`;
}

export interface InstalledFonts {
  /** For `FONTCONFIG_FILE`. */
  readonly configFile: string;
  readonly folders: readonly string[];
}

/** Copies the bundled fonts into `installFolder` and writes a fontconfig of its own, so that output does not depend on the machine. */
export async function installFonts(installFolder: string, ownFolders: readonly string[], system: boolean): Promise<InstalledFonts> {
  const bundled = join(installFolder, 'fonts');
  const cache = join(installFolder, 'font-cache');
  await Promise.all([mkdir(bundled, { recursive: true }), mkdir(cache, { recursive: true, mode: 0o777 })]);
  const han = HAN_FONTS.filter(({ packageName }) => findPackage(packageName) !== undefined);
  const packages = [...Object.entries(BUNDLED), ...han.map(({ packageName }) => [packageName, REGULAR_AND_BOLD] as const)];
  for (const [name, parts] of packages) {
    for (const part of parts) {
      const folder = join(packageFolder(name), part);
      for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.ttf')))
        await copyOnce(join(folder, file), join(bundled, file));
    }
  }
  const folders = [bundled, ...ownFolders, ...(system ? SYSTEM_FOLDERS.filter((folder) => existsSync(folder)) : [])];
  const configFile = join(installFolder, `fonts-${system ? 'system' : 'bundled'}.conf`);
  await replaceFile(configFile, fontsConf(folders, cache), 0o644);
  return { configFile, folders };
}

/** Every font file below the folders. */
export function listFontFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(ttf|otf|ttc)$/i.test(basename(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name))
      : [],
  );
}

/** Changes when a font comes, goes or is replaced by one of another size; the same on every machine that has the same ones. */
export function fontSetId(files: readonly string[]): string {
  const known = files.map((file) => `${basename(file)} ${String(statSync(file).size)}`).sort();
  return createHash('sha256').update(known.join('\n')).digest('hex').slice(0, 16);
}
