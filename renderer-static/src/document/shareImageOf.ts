import type { Block } from '@cobble/engine';
import { number, field, string } from '../page/readFields.ts';
import type { SafePage } from '../page/readPage.ts';
import type { RenderState } from '../layout/RenderState.ts';

/** The image for link previews. */
export interface ShareImage {
  readonly address: string;
  readonly alt: string;
  /** Size in px, if known. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/**
 * Chooses the image for link previews: the site's share image, else an image of the page itself,
 * else the topmost image block, in a group or not, else any image that the page loads, else null.
 * Must be called after rendering.
 *
 * @param hashOf returns a hash of the page, for sites that cache images by URL
 */
export function shareImageOf(state: RenderState, hashOf: () => string): ShareImage | null {
  const { page, options } = state;
  const siteImage = state.addressOf(options.site?.shareImageUrl);
  if (siteImage !== null) return { address: siteImage, alt: page.title, size: null };
  const { shareImage } = options;
  if (shareImage !== undefined) {
    const { url, width, height } = shareImage;
    return { address: `${url}?v=${hashOf()}`, alt: page.title, size: { width, height } };
  }
  for (const section of page.sections) {
    const images = imagesIn(page, section, 0).toSorted((a, b) => a.y - b.y);
    for (const {
      block: { content, altText },
    } of images) {
      const address = state.addressOf(field(content, 'url'));
      if (address === null || !state.assets.has(address)) continue;
      const width = number(field(content, 'naturalWidth'), 1, 100_000);
      const height = number(field(content, 'naturalHeight'), 1, 100_000);
      const size =
        width === null || height === null
          ? null
          : { width: Math.round(width), height: Math.round(height) };
      return { address, alt: string(altText, 2000) ?? '', size };
    }
  }
  const [first] = state.assets;
  return first === undefined
    ? null
    : { address: first, alt: '', size: backgroundSizeOf(state, first) };
}

interface PlacedImage {
  readonly block: Block;
  /** Distance from the section's top to the image's, as a fraction of the reference width. */
  readonly y: number;
}

/** All image blocks in a section or group whose top is at `top`. */
function imagesIn(page: SafePage, container: Block, top: number): readonly PlacedImage[] {
  return (page.childrenOf.get(container.uuid) ?? []).flatMap((block) => {
    const y = top + block.position.y;
    if (block.type === 'group') return imagesIn(page, block, y);
    return block.type === 'image' ? [{ block, y }] : [];
  });
}

/** The size of an image that is the background of a section or the page, if the host knows it. */
function backgroundSizeOf(state: RenderState, address: string): ShareImage['size'] {
  const { background, sections } = state.page;
  const url = [background, ...sections.map(({ styles }) => styles.background)]
    .map((each) => each?.imageUrl)
    .find((each) => state.addressOf(each) === address);
  const image = state.image(url);
  return image && { width: image.width, height: image.height };
}
