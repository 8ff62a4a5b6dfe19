import { gifStillUrl, gifVariantFor } from '@cobble/engine';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { HEAVY_GIF_BYTES } from '../../images/Image.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { IMAGE_CSS } from '../../images/imageHtml.ts';
import { parseContent } from '../parseContent.ts';
import { pausableHtml, STILL_ONLY } from '../animated-image/pauseControls.ts';
import { placeholderView } from '../placeholder/placeholderView.ts';
import { sizeOf } from '../sizeOf.ts';

/**
 * An animated image that covers its box, with a still for visitors who prefer reduced motion. Large
 * ones can be paused. GIPHY's videos are not used: they have no transparency, which stickers need.
 */
export const gifView: StaticView = (block, context) => {
  const content = parseContent('gif', block.content);
  const variant = content && gifVariantFor(content, sizeOf(block, context.referenceWidthPx).width);
  const address = context.asset(variant?.url);
  if (!variant || address === null) return placeholderView('giphy', block);
  const alt = block.altText ?? '';
  const inset = insetCss(paddingPxOf(block, context.referenceWidthPx), context.length);
  const image = {
    class: `fill ${context.classFor(inset)}`,
    src: address,
    alt,
    width: variant.width,
    height: variant.height,
    loading: context.isNearTop ? null : 'lazy',
    decoding: 'async',
  };
  context.useCss(IMAGE_CSS);
  const img = `<img${attributesHtml(image)}>`;
  const webp = context.asset(variant.webp);
  const lighter =
    webp === null ? '' : `<source${attributesHtml({ type: 'image/webp', srcset: webp })}>`;
  const still = context.asset(gifStillUrl(variant.url));
  if (still === null) return { html: imageOf(lighter, img), label: alt };
  // Most GIFs of unknown size are large.
  const isHeavy = (variant.size ?? Infinity) > HEAVY_GIF_BYTES;
  if (isHeavy) {
    const stillImage = attributesHtml({ ...image, src: still, loading: 'lazy' });
    const moving = `<img${attributesHtml({ ...image, loading: 'lazy' })}>`;
    return {
      html: pausableHtml({ still: `<img${stillImage}>`, moving: lighter + moving }, alt, context),
      label: alt,
    };
  }
  const source = { media: STILL_ONLY, srcset: still };
  return { html: imageOf(`<source${attributesHtml(source)}>${lighter}`, img), label: alt };
};

function imageOf(sources: string, img: string): string {
  return sources === '' ? img : `<picture>${sources}${img}</picture>`;
}
