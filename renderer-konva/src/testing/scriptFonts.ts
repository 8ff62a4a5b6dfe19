import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** One font family for each script that test machines have no font for. */
const FAMILIES = [
  'dotgothic16',
  'gowun-dodum',
  'noto-emoji',
  'noto-sans-devanagari',
  'noto-sans-thai',
];

/** Determines which font is used for characters that several fonts have. */
const ORDER = ['sans-serif', 'serif', 'monospace']
  .map(
    (kind) =>
      `<alias><family>${kind}</family><prefer>${['DejaVu Sans', 'DotGothic16', 'Gowun Dodum'].map((family) => `<family>${family}</family>`).join('')}</prefer></alias>`,
  )
  .join('');

/** System fonts for a test's browser. */
export interface ScriptFonts {
  /** Environment variables of a browser that has these fonts in addition to the machine's. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * Fonts for Chinese and Japanese, Korean, Thai, Devanagari and emoji, as visitors' systems have
 * them: without them, a browser draws boxes of arbitrary width.
 */
export async function makeScriptFonts(): Promise<ScriptFonts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cobble-script-fonts-'));
  const file = path.join(folder, 'fonts.conf');
  const folders = FAMILIES.map((id) =>
    path.join(path.dirname(require.resolve(`@expo-google-fonts/${id}/package.json`)), '400Regular'),
  );
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((each) => `<dir>${each}</dir>`).join('')}
${ORDER}<cachedir>${path.join(folder, 'cache')}</cachedir>
</fontconfig>`,
  );
  return {
    env: { FONTCONFIG_FILE: file },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
