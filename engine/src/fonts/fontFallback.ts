import type { Font, FontCategory } from './Font.ts';
import { fontLooks, type FontLook } from './fontFaces.ts';
import { FONT_METRICS } from './fontMetrics.ts';
import { fallbackFamilyOf } from './fonts.ts';

/** A family of a visitor's own system under the names that its faces have on different ones. */
interface SystemFont {
  /** Mean width of a letter, ten-thousandths of the font size, by {@link lookIndex}. */
  readonly widths: readonly [number, number, number, number];
  readonly names: readonly [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ];
}

/** @param regular names of the regular face where its family's own is not one */
const looksOf = (
  families: readonly string[],
  ...regular: readonly string[]
): SystemFont['names'] => [
  [...families, ...regular],
  families.map((each) => `${each} Bold`),
  families.map((each) => `${each} Italic`),
  families.map((each) => `${each} Bold Italic`),
];

// Widths are those of @capsizecss/metrics 4.3.0. Liberation and the Croscore families were drawn
// to be as wide as Arial, Times New Roman and Courier New, letter by letter; so is Helvetica.
const ARIAL: SystemFont = {
  widths: [4458, 4800, 4458, 4800],
  names: looksOf(['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'], 'Arimo Regular'),
};
const TIMES: SystemFont = {
  widths: [4063, 4326, 4082, 4185],
  names: looksOf(['Times New Roman', 'Liberation Serif', 'Tinos'], 'Tinos Regular'),
};
const COURIER: SystemFont = {
  widths: [6001, 6001, 6001, 6001],
  names: looksOf(
    ['Courier New', 'Liberation Mono', 'Cousine', 'Droid Sans Mono'],
    'Cousine Regular',
  ),
};
// What Android has.
const ROBOTO: SystemFont = {
  widths: [4448, 4521, 4326, 4395],
  names: looksOf(['Roboto'], 'Roboto Regular'),
};
const NOTO_SERIF: SystemFont = {
  widths: [4810, 5120, 4690, 5170],
  names: looksOf(['Noto Serif'], 'Noto Serif Regular'),
};

/** Of two rules for one face the later wins where its font is there. */
const SYSTEM_FONTS: Readonly<Record<FontCategory, readonly SystemFont[]>> = {
  serif: [NOTO_SERIF, TIMES],
  'sans serif': [ROBOTO, ARIAL],
  display: [ROBOTO, ARIAL],
  script: [ROBOTO, ARIAL],
  monospace: [COURIER],
};

/**
 * The characters that a fallback draws: those that the family's own files may have, in rough. Other
 * letters go on to the next of the list, before the files come as after it.
 */
const RANGE = 'U+0-36F,U+1D00-1EFF,U+2000-214F,U+2C60-2C7F,U+A720-A7FF';

/**
 * The rules that make a font of the visitor's own system as wide and as high as a face of a family,
 * so that nothing on the page moves when the family's files arrive. Widths are so on the average:
 * single words differ.
 */
export function fontFallbackCss(font: Font, look: FontLook): string {
  const metrics = FONT_METRICS[font.id];
  if (!metrics) return '';
  const [ascent, descent, lineGap, ...widths] = metrics;
  const width = widths[fontLooks(font).findIndex((each) => isSame(each, look))];
  if (width === undefined) return '';
  const index = lookIndex(look);
  return SYSTEM_FONTS[font.category]
    .map(({ widths: systemWidths, names }) => {
      const scale = width / systemWidths[index];
      const part = (tenThousandths: number): string => percent(tenThousandths / 10_000 / scale);
      return (
        `@font-face{font-family:"${fallbackFamilyOf(font)}";font-style:${look.style};font-weight:${String(look.weight)};` +
        `src:${names[index].map((name) => `local("${name}")`).join(',')};` +
        `size-adjust:${percent(scale)};ascent-override:${part(ascent)};` +
        `descent-override:${part(descent)};line-gap-override:${part(lineGap)};unicode-range:${RANGE}}`
      );
    })
    .join('\n');
}

const isSame = (a: FontLook, b: FontLook): boolean => a.weight === b.weight && a.style === b.style;

const lookIndex = ({ weight, style }: FontLook): 0 | 1 | 2 | 3 =>
  style === 'normal' ? (weight === 400 ? 0 : 1) : weight === 400 ? 2 : 3;

const percent = (ratio: number): string => `${String(Math.round(ratio * 10_000) / 100)}%`;
