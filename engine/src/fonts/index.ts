export type { Font, FontCategory, FontSubset } from './Font.ts';
export { bundledFontFiles, createFontLookup } from './FontFiles.ts';
export type { FontFiles, FontLookup } from './FontFiles.ts';
export { fontFaceCss } from './fontFaceCss.ts';
export type { FontFaceCssOptions } from './fontFaceCss.ts';
export { fontsIn } from './fontsIn.ts';
export { fontFaces, fontVariantFor } from './fontFaces.ts';
export type { FontFace, FontVariant } from './fontFaces.ts';
export { subsetsOf } from './fontSubsets.ts';
export { withRecentFont } from './recentFonts.ts';
export {
  BUNDLED_FONTS,
  DEFAULT_FONT,
  findFont,
  fontFamilyCss,
  FONTS,
  isPremiumFont,
} from './fonts.ts';
