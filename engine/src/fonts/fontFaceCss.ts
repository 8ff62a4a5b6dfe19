import { fontFaces } from './fontFaces.ts';
import type { FontSubset } from './Font.ts';
import { findFont } from './fonts.ts';

const RANGES: Readonly<Record<FontSubset, string>> = {
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
};

/**
 * `@font-face` rules for the named families of the catalogue, from the product's own origin.
 *
 * @param families names as in the catalogue; passed over are unknown ones and those whose files do
 *   not come with the product
 * @param baseUrl where font files lie, without a slash at the end; the default is `/fonts`
 */
export function fontFaceCss(families: Iterable<string>, baseUrl = '/fonts'): string {
  const rules: string[] = [];
  for (const name of new Set(families)) {
    const font = findFont(name);
    if (!font?.bundled) continue;
    for (const { subset, weight, style, fileName } of fontFaces(font))
      rules.push(
        `@font-face{font-family:${font.cssName};font-style:${style};font-weight:${String(weight)};` +
          `font-display:swap;src:url("${baseUrl}/${fileName}") format("woff2");` +
          `unicode-range:${RANGES[subset]}}`,
      );
  }
  return rules.join('\n');
}
