/**
 * For maintainers: reads the metrics of each family of the catalogue from its files and writes them
 * to engine/src/fonts/fontMetrics.ts. Needs all families: run `npm run fonts -w host-server` first.
 *
 * node host-server/tools/measureFonts.mjs
 */
import { fromFile } from '@capsizecss/unpack/fs';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import '../../scripts/register-tsx.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { FONTS } = await import('../../engine/src/fonts/fonts.ts');
const { fontVariants } = await import('../../engine/src/fonts/fontFaces.ts');
const { FontLibrary } = await import('../src/fonts/FontLibrary.ts');

const folder = join(process.env.COBBLE_DATA ?? path('../../.cobble'), 'fonts');
const library = new FontLibrary({ folder, isFetching: false });
const missing = library.missing();
if (missing.length > 0)
  throw new Error(`${missing.length} families are not in ${folder}: npm run fonts -w host-server`);

/** Ten-thousandths of the font size. */
const part = (units, { unitsPerEm }) => Math.round((Math.abs(units) / unitsPerEm) * 10_000);

const rows = [];
for (const font of FONTS) {
  const measured = [];
  for (const { weight, style } of fontVariants(font)) {
    const file = library.pathOf(`${font.id}-latin-${weight}-${style}.woff2`);
    measured.push(await fromFile(file));
  }
  const [regular] = measured;
  const heights = ({ ascent, descent, lineGap, unitsPerEm }) =>
    [ascent, descent, lineGap].map((units) => part(units, { unitsPerEm }));
  for (const [index, each] of measured.entries())
    if (String(heights(each)) !== String(heights(regular)))
      throw new Error(
        `${font.name}: face ${index} is ${heights(each)}, regular ${heights(regular)}`,
      );
  const widths = measured.map((each) => part(each.xWidthAvg, each));
  rows.push(`  '${font.id}': [${[...heights(regular), ...widths].join(', ')}],`);
}
const file = path('../../engine/src/fonts/fontMetrics.ts');
writeFileSync(
  file,
  `/**
 * A family's ascent, descent and line gap, and the mean character width of each of its \`fontVariants\`,
 * weighted by frequency in text: all in ten-thousandths of the font size.
 */
export type FontMetrics = readonly [
  ascent: number,
  descent: number,
  lineGap: number,
  ...widths: number[],
];

/**
 * Metrics of the catalogue's families by id. Generated from the font files by
 * host-server/tools/measureFonts.mjs; do not edit.
 */
export const FONT_METRICS: Readonly<Record<string, FontMetrics>> = {
${rows.join('\n')}
};
`,
);
execFileSync('npx', ['prettier', '--write', file], { stdio: 'inherit' });
