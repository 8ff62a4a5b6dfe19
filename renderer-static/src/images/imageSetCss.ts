import { cssUrl } from '../css/cssUrl.ts';
import { cssNumber } from '../css/lengths.ts';
import type { Image } from './Image.ts';

/**
 * The `image-set()` of a background that is painted so wide, px of the screen: for each density and
 * format the smallest file that is sharp there. Null without files.
 *
 * @param asset the address to load a file from; null leaves it out
 */
export function imageSetCss(
  { sources }: Pick<Image, 'sources'>,
  widthPx: number,
  densities: number,
  asset: (url: string) => string | null,
): string | null {
  const options = sources.flatMap(({ type, files }) => {
    const chosen = Array.from({ length: densities }, (_, index) => {
      const wanted = widthPx * (index + 1);
      return {
        density: index + 1,
        file: files.find(({ width }) => width >= wanted) ?? files.at(-1),
      };
    });
    // The same file for a higher density again says nothing more.
    return chosen.flatMap(({ density, file }, index) => {
      const address =
        file === undefined || chosen[index + 1]?.file === file ? null : asset(file.url);
      return address === null ? [] : [`${cssUrl(address)} ${cssNumber(density)}x type("${type}")`];
    });
  });
  return options.length === 0 ? null : `image-set(${options.join(',')})`;
}
