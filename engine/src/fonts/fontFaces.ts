import { memoizeByObject } from '../model/memoize.ts';
import type { Font, FontSubset } from './Font.ts';

/** The weight and style of a face. */
export interface FontVariant {
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/** A file of a family. */
export interface FontFace extends FontVariant {
  readonly subset: FontSubset;
  /** `{id}-{subset}-{weight}-{style}.woff2`. */
  readonly fileName: string;
}

/** The weights that text uses: regular and bold. */
const TEXT_WEIGHTS: readonly number[] = [400, 700];

/**
 * The regular and bold variants of a family, upright before italic, where they exist. Memoized by
 * family; families never change.
 */
export const fontVariants: (font: Font) => readonly FontVariant[] = memoizeByObject(
  (font: Font) => {
    const styles = [
      ['normal', font.weights],
      ['italic', font.italicWeights],
    ] as const;
    return styles.flatMap(([style, weights]) =>
      weights.filter((each) => TEXT_WEIGHTS.includes(each)).map((weight) => ({ weight, style })),
    );
  },
);

/** The files of a family that pages load: those of its {@link fontVariants}. */
export function fontFaces(font: Font): readonly FontFace[] {
  return fontVariants(font).flatMap(({ weight, style }) =>
    font.subsets.map((subset) => ({
      subset,
      weight,
      style,
      fileName: `${font.id}-${subset}-${String(weight)}-${style}.woff2`,
    })),
  );
}

/**
 * The variant that a browser picks for text: style takes precedence over weight. It synthesises bold
 * and italic where the family has none.
 */
export function fontVariantFor(font: Font, bold: boolean, italic: boolean): FontVariant {
  const variants = fontVariants(font);
  const style = italic && font.italicWeights.length > 0 ? 'italic' : 'normal';
  const sameStyle = variants.filter((each) => each.style === style);
  const weight = bold ? 700 : 400;
  return sameStyle.find((each) => each.weight === weight) ?? sameStyle[0] ?? { weight: 400, style };
}
