import { INDEX_SLUG } from '@cobble/engine';

/** The size that all who show previews of links ask for, px. */
export const SHARE_IMAGE_PX = { width: 1200, height: 630 } as const;

/**
 * The image of a page that previews of its links show, for `RenderOptions.shareImage` of the
 * renderer: where the page's host has it, known before it is painted.
 */
export function shareImageOf({ slug }: { readonly slug: string }): {
  readonly url: string;
  readonly width: number;
  readonly height: number;
} {
  const name = slug.toLowerCase() === INDEX_SLUG ? INDEX_SLUG : slug;
  return { url: `/assets/share/${name}.jpg`, ...SHARE_IMAGE_PX };
}
