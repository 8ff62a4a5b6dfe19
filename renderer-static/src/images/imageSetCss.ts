import { cssUrl } from '../css/cssUrl.ts';
import { cssNumber } from '../css/lengths.ts';
import type { Image } from './Image.ts';

/**
 * The `image-set()` of a background, with the smallest sharp file for each density and format.
 * Returns null if there are no files.
 *
 * @param widthPx painted width, CSS px
 * @param maxDensity highest device pixel ratio
 * @param asset returns the URL to load a file from; null to leave it out
 */
export function imageSetCss(
  { sources }: Pick<Image, 'sources'>,
  widthPx: number,
  maxDensity: number,
  asset: (url: string) => string | null,
): string | null {
  const options = sources.flatMap(({ type, files }) => {
    const chosen = Array.from({ length: maxDensity }, (_, index) => {
      const wanted = widthPx * (index + 1);
      return {
        density: index + 1,
        file: files.find(({ width }) => width >= wanted) ?? files.at(-1),
      };
    });
    // A higher density with the same file adds nothing.
    return chosen.flatMap(({ density, file }, index) => {
      const address =
        file === undefined || chosen[index + 1]?.file === file ? null : asset(file.url);
      return address === null ? [] : [`${cssUrl(address)} ${cssNumber(density)}x type("${type}")`];
    });
  });
  return options.length === 0 ? null : `image-set(${options.join(',')})`;
}
