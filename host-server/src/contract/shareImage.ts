import { INDEX_SLUG } from '@cobble/engine';

/** The size that link previews use, px. */
export const SHARE_IMAGE_PX = { width: 1200, height: 630 } as const;

/**
 * The image that link previews show of a page, for `RenderOptions.shareImage`. Its URL is known
 * before the image is painted.
 */
export function shareImageOf({ slug }: { readonly slug: string }): {
  readonly url: string;
  readonly width: number;
  readonly height: number;
} {
  const name = slug.toLowerCase() === INDEX_SLUG ? INDEX_SLUG : slug;
  return { url: `/assets/share/${name}.jpg`, ...SHARE_IMAGE_PX };
}
