import type { PaintImage, PaintResources } from './PaintResources.ts';

/**
 * The picture that a block shows in one of its places. Until another one that it has been given has
 * come, that is the one before: between the two nothing empty is seen.
 *
 * @param place the block's id, and which of its pictures it is
 * @param box what it covers, device px
 */
export function pictureOf(
  resources: PaintResources,
  place: string,
  url: string,
  box?: { readonly width: number; readonly height: number },
): PaintImage | 'loading' | null {
  const found = resources.image(url, box);
  const { shownPictures } = resources;
  if (found !== 'loading') {
    shownPictures?.set(place, url);
    return found;
  }
  const last = shownPictures?.get(place);
  if (last === undefined || last === url) return found;
  return resources.image(last, box) ?? found;
}
