import { fontFaces, type FontFace } from './fontFaces.ts';
import { findFont } from './fonts.ts';

/** What a host has of a family of the catalogue: the files that it can deliver. */
export interface FontFiles {
  readonly faces: readonly FontFace[];
}

/** Tells which files of a family there are; null for none. */
export type FontLookup = (family: string) => FontFiles | null;

/**
 * The lookup of a host that has all files of some families, such as those that a server names.
 *
 * @param has whether a family's files are there; families outside of the catalogue never are
 */
export function fontFilesAmong(has: (family: string) => boolean): FontLookup {
  return (family) => {
    const font = findFont(family);
    return font !== null && has(family) ? { faces: fontFaces(font) } : null;
  };
}

/** The lookup of a host that has what comes with the product, and nothing else. */
export const bundledFontFiles: FontLookup = fontFilesAmong(
  (family) => findFont(family)?.bundled === true,
);
