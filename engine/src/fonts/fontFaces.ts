import type { Font, FontSubset } from './Font.ts';

/** What a face is chosen by. */
export interface FontLook {
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/** One file of a family. */
export interface FontFace extends FontLook {
  readonly subset: FontSubset;
  /** `{id}-{subset}-{weight}-{style}.woff2`. */
  readonly fileName: string;
}

/** The weights that text is set in: regular and bold. */
const TEXT_WEIGHTS: readonly number[] = [400, 700];

/** Of families that were asked for: pages ask for the same few over and over. */
const LOOKS = new WeakMap<Font, readonly FontLook[]>();

/** Regular and bold, upright and italic, as far as a family has them, in this order. */
export function fontLooks(font: Font): readonly FontLook[] {
  const known = LOOKS.get(font);
  if (known) return known;
  const styles = [
    ['normal', font.weights],
    ['italic', font.italicWeights],
  ] as const;
  const looks = styles.flatMap(([style, weights]) =>
    weights.filter((each) => TEXT_WEIGHTS.includes(each)).map((weight) => ({ weight, style })),
  );
  LOOKS.set(font, looks);
  return looks;
}

/** The files of a family that pages load: those of its {@link fontLooks}. */
export function fontFaces(font: Font): readonly FontFace[] {
  return fontLooks(font).flatMap(({ weight, style }) =>
    font.subsets.map((subset) => ({
      subset,
      weight,
      style,
      fileName: `${font.id}-${subset}-${String(weight)}-${style}.woff2`,
    })),
  );
}

/**
 * The look of a family that a browser sets text in, as CSS chooses it: the style counts first, then
 * the weight. What is missing (bold, italics) it draws from what it finds.
 */
export function fontLookFor(font: Font, bold: boolean, italic: boolean): FontLook {
  const looks = fontLooks(font);
  const style = italic && font.italicWeights.length > 0 ? 'italic' : 'normal';
  const ofStyle = looks.filter((each) => each.style === style);
  const weight = bold ? 700 : 400;
  return ofStyle.find((each) => each.weight === weight) ?? ofStyle[0] ?? { weight: 400, style };
}
