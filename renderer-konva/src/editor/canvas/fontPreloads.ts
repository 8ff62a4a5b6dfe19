import { type FontLookup, FONTS } from '@cobble/engine/fonts';

/**
 * The font files to have at hand, as addresses: of each family the upright regular face, in which a
 * new text and the font picker are set. Base families are those that come with the product.
 */
export function fontPreloads(which: 'base' | 'all', lookUp: FontLookup): readonly string[] {
  return FONTS.filter(({ bundled }) => which === 'all' || bundled).flatMap(({ name }) =>
    (lookUp(name)?.faces ?? [])
      .filter(
        ({ weight, style, subset }) => weight === 400 && style === 'normal' && subset === 'latin',
      )
      .map(({ fileName }) => `/fonts/${fileName}`),
  );
}
