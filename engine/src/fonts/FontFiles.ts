import { fontFaces, type FontFace } from './fontFaces.ts';
import { findFont } from './fonts.ts';
import { checkFunction } from '../model/inputError.ts';

/** The files of a catalogue family that a host can serve. */
export interface FontFiles {
  readonly faces: readonly FontFace[];
}

/** Returns the existing files of a family, or null if there are none. */
export type FontLookup = (family: string) => FontFiles | null;

/**
 * Creates the lookup of a host that has all files of some families, such as those that a server
 * lists.
 *
 * @param has whether a family's files exist; only called for families of the catalogue
 * @throws CobbleError `input_invalid` (details: `path`) unless given a function
 */
export function createFontLookup(has: (family: string) => boolean): FontLookup {
  checkFunction('has', has);
  return (family) => {
    const font = findFont(family);
    return font !== null && has(family) ? { faces: fontFaces(font) } : null;
  };
}

/** The lookup of a host that only has the included families. */
export const bundledFontFiles: FontLookup = createFontLookup(
  (family) => findFont(family)?.bundled === true,
);
