import { inkPaths, safeDecodeDrawing } from '@cobble/engine/drawing';
import { readColor } from '../../page/readStyles.ts';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { cssNumber } from '../../css/lengths.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { field, number, string } from '../../page/readFields.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { unknownView } from '../unknown/unknownView.ts';

/** Strokes as filled outlines, scaled from the drawing's own space to the block's box. */
export const drawingView: StaticView = (block, context) => {
  const { content } = block;
  const alt = block.altText ?? '';
  const encoded = string(field(content, 'drawingPaths'), 1_000_000) ?? '';
  if (encoded === '') return { html: '', label: alt };
  const width = number(field(content, 'drawingWidth'), 1, 20_000);
  const height = number(field(content, 'drawingHeight'), 1, 20_000);
  const decoded = safeDecodeDrawing(encoded);
  if (!decoded.ok || width === null || height === null) return unknownView(block, context);
  const inset = insetCss(paddingPxOf(block, context.referenceWidthPx), context.length);
  const svg = attributesHtml({
    class: `fill ${context.classFor(inset)}`,
    viewBox: `0 0 ${cssNumber(width)} ${cssNumber(height)}`,
    preserveAspectRatio: 'none',
    ...(alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': alt }),
  });
  const paths = inkPaths(decoded.value).map(({ pathData, color, opacity }) => {
    const path = attributesHtml({
      d: pathData,
      fill: readColor(color) ?? '#000000',
      opacity: opacity < 1 ? cssNumber(opacity) : null,
    });
    return `<path${path}/>`;
  });
  return { html: `<svg${svg}>${paths.join('')}</svg>`, label: alt };
};
