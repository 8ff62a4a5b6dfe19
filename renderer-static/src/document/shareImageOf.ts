import { number, field, string } from '../page/readFields.ts';
import type { RenderState } from '../layout/RenderState.ts';

/** The image that previews of links show. */
export interface ShareImage {
  readonly address: string;
  readonly alt: string;
  /** Its own size, px, where it is known. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/**
 * The image that the site has for it, else one of the page itself, else the topmost one among the
 * page's images, else any that the page shows; null where there is none. Looks only at what has
 * been rendered.
 *
 * @param hashOf tells apart what the page looks like, for sites that keep an image by its address
 */
export function shareImageOf(state: RenderState, hashOf: () => string): ShareImage | null {
  const { page, options } = state;
  const given = state.addressOf(options.site?.shareImageUrl);
  if (given !== null) return { address: given, alt: page.title, size: null };
  const { shareImage } = options;
  if (shareImage !== undefined) {
    const { url, width, height } = shareImage;
    return { address: `${url}?v=${hashOf()}`, alt: page.title, size: { width, height } };
  }
  for (const section of page.sections) {
    const images = (page.childrenOf.get(section.uuid) ?? [])
      .filter(({ type }) => type === 'image')
      .toSorted((a, b) => a.position.y - b.position.y);
    for (const { content, altText } of images) {
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
  return first === undefined ? null : { address: first, alt: '', size: null };
}
