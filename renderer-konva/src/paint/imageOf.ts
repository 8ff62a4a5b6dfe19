import type { PaintImage, PaintResources } from './PaintResources.ts';

/**
 * The image that a block shows in one of its places. Until another one that it has been given has
 * come, that is the one before: between the two nothing empty is seen.
 *
 * @param place the block's id, and which of its images it is
 * @param box what it covers, device px
 */
export function imageOf(
  resources: PaintResources,
  place: string,
  url: string,
  box?: { readonly width: number; readonly height: number },
): PaintImage | 'loading' | null {
  const found = resources.image(url, box);
  const { shownImages } = resources;
  if (found !== 'loading') {
    shownImages?.set(place, url);
    return found;
  }
  const last = shownImages?.get(place);
  if (last === undefined || last === url) return found;
  return resources.image(last, box) ?? found;
}
