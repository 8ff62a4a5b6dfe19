import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { coveringWidthPx } from '../../images/PaintedBox.ts';
import { PaintedWidth } from '../../images/PaintedWidth.ts';
import { IMAGE_CSS, imageHtml } from '../../images/imageHtml.ts';
import { placeholderCss } from '../../images/placeholderCss.ts';
import { field, number } from '../../page/readFields.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { animatedImageHtml } from '../animated-image/animatedImageHtml.ts';

/** Placeholder for a missing image, the same as on the canvas. */
const LANDSCAPE =
  '<svg viewBox="-5 -5 110 86" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">' +
  '<rect width="100" height="76" rx="10"/><path d="M10 62 36 34 56 54 70 42 90 60"/></svg>';

/** An image that covers its box, or a placeholder. */
export const imageView: StaticView = (block, context) => {
  const alt = block.altText ?? '';
  const url = field(block.content, 'url');
  const address = context.asset(url);
  if (address === null) return { html: LANDSCAPE, classes: ['quiet'], label: alt };
  const image = context.image(url);
  const size = (name: string): number | null => number(field(block.content, name), 1, 20_000);
  const inset = context.classFor(
    insetCss(paddingPxOf(block, context.referenceWidthPx), context.length),
  );
  const width = image && new PaintedWidth(context.painted, (box) => coveringWidthPx(box, image));
  const blurred = image ? context.classFor(placeholderCss(image)) : '';
  const attributes = {
    class: ['fill', inset, blurred].filter(Boolean).join(' '),
    src: address,
    alt,
    width: image?.width ?? size('naturalWidth'),
    height: image?.height ?? size('naturalHeight'),
    loading: context.isNearTop ? null : 'lazy',
    fetchpriority: context.isNearTop && context.isLcpCandidate ? 'high' : null,
    decoding: 'async',
  };
  if (image) context.useCss(IMAGE_CSS);
  if (image?.isAnimated && width)
    return { html: animatedImageHtml(attributes, image, width, context), label: alt };
  return { html: imageHtml(attributes, image, width, context.asset), label: alt };
};
