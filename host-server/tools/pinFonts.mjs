/**
 * For maintainers: pins the families of the catalogue that do not come installed, each to the newest
 * version of its @fontsource package and that package's integrity, in src/fonts/fontPackages.ts.
 * npm itself resolves them, as it would for any project:
 *
 *     node host-server/tools/pinFonts.mjs
 *
 * Afterwards: `npm run fonts -w host-server`, which fails where a package lacks files that the
 * catalogue says it has, then `node host-server/tools/measureFonts.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import '../../scripts/register-tsx.mjs';

const { FONTS } = await import('../../engine/src/fonts/fonts.ts');
const wanted = FONTS.filter(({ bundled }) => !bundled).map(({ id }) => id);
const nameOf = (id) => `@fontsource/${id}`;

const folder = mkdtempSync(join(tmpdir(), 'cobble-pin-fonts-'));
const packages = {};
try {
  const dependencies = Object.fromEntries(wanted.map((id) => [nameOf(id), 'latest']));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const id of wanted) {
    const { version, integrity } = lock.packages[`node_modules/${nameOf(id)}`];
    if (!integrity.startsWith('sha512-')) throw new Error(`${nameOf(id)} has no sha512`);
    packages[id] = [version, integrity];
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const rows = Object.entries(packages).map(
  ([id, [version, integrity]]) => `  '${id}': [\n    '${version}',\n    '${integrity}',\n  ],`,
);
const file = fileURLToPath(new URL('../src/fonts/fontPackages.ts', import.meta.url));
writeFileSync(
  file,
  `/** The version of a family's @fontsource package, and its tarball's integrity as npm gives it. */
export type FontPackage = readonly [version: string, integrity: string];

/**
 * The families of the catalogue that do not come installed, by their ids. Made by
 * tools/pinFonts.mjs; not to be edited by hand.
 */
export const FONT_PACKAGES: Readonly<Record<string, FontPackage>> = {
${rows.join('\n')}
};
`,
);
execFileSync('npx', ['prettier', '--write', file], { stdio: 'inherit' });
