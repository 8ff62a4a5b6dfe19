import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { coveringWidthPx } from '../../pictures/Painted.ts';
import { PaintedWidth } from '../../pictures/PaintedWidth.ts';
import { PICTURE_CSS, pictureHtml } from '../../pictures/pictureHtml.ts';
import { placeholderCss } from '../../pictures/placeholderCss.ts';
import { field, number } from '../../safe/read.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { movingPictureHtml } from '../movingPictureHtml.ts';

/** A small landscape, as the canvas draws it while there is no picture. */
const LANDSCAPE =
  '<svg viewBox="-5 -5 110 86" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">' +
  '<rect width="100" height="76" rx="10"/><path d="M10 62 36 34 56 54 70 42 90 60"/></svg>';

/** A picture that covers its box; a quiet landscape while there is none. */
export const imageView: StaticView = (block, context) => {
  const alt = block.altText ?? '';
  const url = field(block.content, 'url');
  const address = context.asset(url);
  if (address === null) return { html: LANDSCAPE, classes: ['quiet'], label: alt };
  const picture = context.picture(url);
  const size = (name: string): number | null => number(field(block.content, name), 1, 20_000);
  const inset = context.classFor(
    insetCss(paddingPxOf(block, context.referenceWidthPx), context.length),
  );
  const width =
    picture && new PaintedWidth(context.painted, (box) => coveringWidthPx(box, picture));
  const blurred = picture ? context.classFor(placeholderCss(picture)) : '';
  const image = {
    class: ['fill', inset, blurred].filter(Boolean).join(' '),
    src: address,
    alt,
    width: picture?.width ?? size('naturalWidth'),
    height: picture?.height ?? size('naturalHeight'),
    loading: context.isNearTop ? null : 'lazy',
    fetchpriority: context.isNearTop && context.isLikelyLargest ? 'high' : null,
    decoding: 'async',
  };
  if (picture) context.useCss(PICTURE_CSS);
  if (picture?.isAnimated && width)
    return { html: movingPictureHtml(image, picture, width, context), label: alt };
  return { html: pictureHtml(image, picture, width, context.asset), label: alt };
};
