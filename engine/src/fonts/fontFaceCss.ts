import type { Font } from './Font.ts';
import { fontFaces, fontVariants, type FontFace } from './fontFaces.ts';
import { fontFallbackCss } from './fontFallback.ts';
import { bundledFontFiles, type FontLookup } from './FontFiles.ts';
import { findFont } from './fonts.ts';
import { checkFunction, checkString, inputError, readOptions } from '../model/inputError.ts';
import { unicodeRangeOf } from './fontSubsets.ts';

/** What {@link fontFaceCss} includes. */
export interface FontFaceCssOptions {
  /** Base URL of the font files, without a trailing slash; defaults to `/fonts`. */
  readonly baseUrl?: string | undefined;
  /** Which files exist; defaults to the included families. */
  readonly fonts?: FontLookup | undefined;
  /** Whether any text uses a face of a family; defaults to true for all. */
  readonly isUsed?: ((family: string, face: FontFace) => boolean) | undefined;
}

const OPTIONS = ['baseUrl', 'fonts', 'isUsed'] as const satisfies (keyof FontFaceCssOptions)[];

/**
 * Returns the `@font-face` rules for families of the catalogue: their fallbacks (see
 * `fontFamilyCss`), then their files, served by the host itself. Families outside the catalogue are
 * skipped; a family without files gets its fallback only.
 *
 * @param families names as in the catalogue
 * @param options can be an instance of a class, with fields of its own
 * @throws CobbleError `input_invalid` (details: `path`) for a single name, and for an option that does
 *   not exist or has the wrong type
 */
export function fontFaceCss(families: Iterable<string>, options: FontFaceCssOptions = {}): string {
  const { baseUrl, fonts, isUsed } = readArguments(families, options);
  const rules: string[] = [];
  for (const name of new Set(families)) {
    const font = findFont(name);
    if (!font) continue;
    const used = fontFaces(font).filter((face) => isUsed(name, face));
    for (const variant of fontVariants(font))
      if (used.some(({ weight, style }) => weight === variant.weight && style === variant.style))
        rules.push(fontFallbackCss(font, variant));
    for (const face of fonts(name)?.faces ?? [])
      if (isUsed(name, face)) rules.push(fileRule(font, face, baseUrl));
  }
  return rules.filter(Boolean).join('\n');
}

/** The options, whose functions may be methods of a class. */
function readArguments(families: unknown, options: FontFaceCssOptions) {
  if (typeof families !== 'object' || families === null || !(Symbol.iterator in families))
    throw inputError('families', 'must be a list of names');
  const read = readOptions('options', options, OPTIONS, { mayBeInstance: true });
  const { baseUrl = '/fonts', fonts = bundledFontFiles, isUsed = () => true } = read;
  checkString('options.baseUrl', baseUrl);
  checkFunction('options.fonts', fonts);
  checkFunction('options.isUsed', isUsed);
  return {
    baseUrl,
    fonts: (fonts as FontLookup).bind(options),
    isUsed: (isUsed as NonNullable<FontFaceCssOptions['isUsed']>).bind(options),
  };
}

function fileRule(font: Font, face: FontFace, baseUrl: string): string {
  return (
    `@font-face{font-family:${font.cssName};font-style:${face.style};font-weight:${String(face.weight)};` +
    `font-display:swap;src:url("${baseUrl}/${face.fileName}") format("woff2");` +
    `unicode-range:${unicodeRangeOf(face.subset)}}`
  );
}
