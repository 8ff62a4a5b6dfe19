import type { Font, FontCategory } from './Font.ts';
import { fontVariants, type FontVariant } from './fontFaces.ts';
import { FONT_METRICS } from './fontMetrics.ts';
import { fallbackFamilyOf } from './fonts.ts';

/** A system font with its face names on different platforms. */
interface SystemFont {
  /** Mean character width by {@link variantIndex}, in ten-thousandths of the font size. */
  readonly widths: readonly [number, number, number, number];
  readonly names: readonly [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ];
}

/** @param regular further names of the regular face */
const faceNames = (
  families: readonly string[],
  ...regular: readonly string[]
): SystemFont['names'] => [
  [...families, ...regular],
  families.map((each) => `${each} Bold`),
  families.map((each) => `${each} Italic`),
  families.map((each) => `${each} Bold Italic`),
];

// Widths are those of @capsizecss/metrics 4.3.0. Liberation, Croscore and Helvetica have the same
// character widths as Arial, Times New Roman and Courier New.
const ARIAL: SystemFont = {
  widths: [4458, 4800, 4458, 4800],
  names: faceNames(['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'], 'Arimo Regular'),
};
const TIMES: SystemFont = {
  widths: [4063, 4326, 4082, 4185],
  names: faceNames(['Times New Roman', 'Liberation Serif', 'Tinos'], 'Tinos Regular'),
};
const COURIER: SystemFont = {
  widths: [6001, 6001, 6001, 6001],
  names: faceNames(
    ['Courier New', 'Liberation Mono', 'Cousine', 'Droid Sans Mono'],
    'Cousine Regular',
  ),
};
// The system fonts of Android.
const ROBOTO: SystemFont = {
  widths: [4448, 4521, 4326, 4395],
  names: faceNames(['Roboto'], 'Roboto Regular'),
};
const NOTO_SERIF: SystemFont = {
  widths: [4810, 5120, 4690, 5170],
  names: faceNames(['Noto Serif'], 'Noto Serif Regular'),
};

/** If several rules declare the same face, the last one whose font is installed wins. */
const SYSTEM_FONTS: Readonly<Record<FontCategory, readonly SystemFont[]>> = {
  serif: [NOTO_SERIF, TIMES],
  'sans serif': [ROBOTO, ARIAL],
  display: [ROBOTO, ARIAL],
  script: [ROBOTO, ARIAL],
  monospace: [COURIER],
};

/**
 * The characters that a fallback draws: roughly those of the family's own files. Other characters
 * use the next family in the list, both before and after the files arrive.
 */
const RANGE = 'U+0-36F,U+1D00-1EFF,U+2000-214F,U+2C60-2C7F,U+A720-A7FF';

/**
 * Returns the rules that give a system font the same mean width and height as a face of a family,
 * so that little moves on the page when the family's files arrive. Individual words can still
 * differ in width.
 */
export function fontFallbackCss(font: Font, variant: FontVariant): string {
  const metrics = FONT_METRICS[font.id];
  if (!metrics) return '';
  const [ascent, descent, lineGap, ...widths] = metrics;
  const width = widths[fontVariants(font).findIndex((each) => isSame(each, variant))];
  if (width === undefined) return '';
  const index = variantIndex(variant);
  return SYSTEM_FONTS[font.category]
    .map(({ widths: systemWidths, names }) => {
      const scale = width / systemWidths[index];
      const part = (tenThousandths: number): string => percent(tenThousandths / 10_000 / scale);
      return (
        `@font-face{font-family:"${fallbackFamilyOf(font)}";font-style:${variant.style};font-weight:${String(variant.weight)};` +
        `src:${names[index].map((name) => `local("${name}")`).join(',')};` +
        `size-adjust:${percent(scale)};ascent-override:${part(ascent)};` +
        `descent-override:${part(descent)};line-gap-override:${part(lineGap)};unicode-range:${RANGE}}`
      );
    })
    .join('\n');
}

const isSame = (a: FontVariant, b: FontVariant): boolean =>
  a.weight === b.weight && a.style === b.style;

const variantIndex = ({ weight, style }: FontVariant): 0 | 1 | 2 | 3 =>
  style === 'normal' ? (weight === 400 ? 0 : 1) : weight === 400 ? 2 : 3;

const percent = (ratio: number): string => `${String(Math.round(ratio * 10_000) / 100)}%`;
