import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { field, number } from '../../safe/read.ts';
import type { StaticView } from '../../RenderOptions.ts';

/** A small landscape, as the canvas draws it while there is no picture. */
const LANDSCAPE =
  '<svg viewBox="-5 -5 110 86" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">' +
  '<rect width="100" height="76" rx="10"/><path d="M10 62 36 34 56 54 70 42 90 60"/></svg>';

/** A picture that covers its box; a quiet landscape while there is none. */
export const imageView: StaticView = (block, context) => {
  const alt = block.altText ?? '';
  const address = context.asset(field(block.content, 'url'));
  if (address === null) return { html: LANDSCAPE, classes: ['quiet'], label: alt };
  const size = (name: string): number | null => number(field(block.content, name), 1, 20_000);
  const inset = insetCss(paddingPxOf(block, context.referenceWidthPx), context.length);
  const attributes = attributesHtml({
    class: `fill ${context.classFor(inset)}`,
    src: address,
    alt,
    width: size('naturalWidth'),
    height: size('naturalHeight'),
    loading: context.isNearTop ? null : 'lazy',
    decoding: 'async',
  });
  return { html: `<img${attributes}>`, label: alt };
};
