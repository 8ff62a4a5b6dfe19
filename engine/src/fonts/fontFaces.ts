import type { Font, FontSubset } from './Font.ts';

/** One file of a family. */
export interface FontFace {
  readonly subset: FontSubset;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
  /** `{id}-{subset}-{weight}-{style}.woff2`. */
  readonly fileName: string;
}

/** The weights that text is set in: regular and bold (editing-canvas.md section 3). */
const TEXT_WEIGHTS: readonly number[] = [400, 700];

/** The files of a family that pages load: regular and bold, upright and italic, as far as it has them. */
export function fontFaces(font: Font): readonly FontFace[] {
  const styles = [
    ['normal', font.weights],
    ['italic', font.italicWeights],
  ] as const;
  return styles.flatMap(([style, weights]) =>
    weights
      .filter((weight) => TEXT_WEIGHTS.includes(weight))
      .flatMap((weight) =>
        font.subsets.map((subset) => ({
          subset,
          weight,
          style,
          fileName: `${font.id}-${subset}-${String(weight)}-${style}.woff2`,
        })),
      ),
  );
}
