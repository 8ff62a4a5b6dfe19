import { type FontLookup, FONTS } from '@cobble/engine/fonts';

/**
 * The addresses of the font files to preload: each family's upright regular face, which new texts
 * and the font picker use. Base families are those included with the product.
 */
export function fontPreloads(
  which: 'base' | 'all',
  lookUp: FontLookup,
  baseUrl = '/fonts',
): readonly string[] {
  return FONTS.filter(({ bundled }) => which === 'all' || bundled).flatMap(({ name }) =>
    (lookUp(name)?.faces ?? [])
      .filter(
        ({ weight, style, subset }) => weight === 400 && style === 'normal' && subset === 'latin',
      )
      .map(({ fileName }) => `${baseUrl}/${fileName}`),
  );
}
