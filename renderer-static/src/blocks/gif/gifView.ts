import { gifStillUrl, gifVariantFor } from '@cobble/engine';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { knownContent } from '../knownContent.ts';
import { quietView } from '../quiet/quietView.ts';
import { sizeOf } from '../sizeOf.ts';

/** A moving picture that covers its box; a still one for those who want no motion. */
export const gifView: StaticView = (block, context) => {
  const content = knownContent('gif', block.content);
  const variant = content && gifVariantFor(content, sizeOf(block, context.referenceWidthPx).width);
  const address = context.asset(variant?.url);
  if (!variant || address === null) return quietView('giphy', block);
  const alt = block.altText ?? '';
  const inset = insetCss(paddingPxOf(block, context.referenceWidthPx), context.length);
  const image = attributesHtml({
    class: `fill ${context.classFor(inset)}`,
    src: address,
    alt,
    width: variant.width,
    height: variant.height,
    loading: context.isNearTop ? null : 'lazy',
    decoding: 'async',
  });
  const still = context.asset(gifStillUrl(variant.url));
  const source = { media: '(prefers-reduced-motion:reduce)', srcset: still };
  return {
    html:
      still === null
        ? `<img${image}>`
        : `<picture><source${attributesHtml(source)}><img${image}></picture>`,
    label: alt,
  };
};
