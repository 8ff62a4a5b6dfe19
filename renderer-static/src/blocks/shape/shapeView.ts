import { SHAPES } from '@cobble/engine/shapes';
import { readColor } from '../../page/readStyles.ts';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { field } from '../../page/readFields.ts';
import type { StaticView } from '../../RenderOptions.ts';

const PATH_DATA = /^[\sMmLlHhVvCcSsQqTtAaZz\d.,eE+-]{1,20000}$/;

/** A filled outline, scaled to its box; decorative unless it has an alt text. */
export const shapeView: StaticView = (block, context) => {
  const path = pathOf(block.content);
  const alt = block.altText ?? '';
  const inset = context.classFor(
    insetCss(paddingPxOf(block, context.referenceWidthPx), context.length),
  );
  const svg = attributesHtml({
    class: `fill ${inset}`,
    viewBox: '0 0 100 100',
    preserveAspectRatio: 'none',
    ...(alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': alt }),
    fill: readColor(field(block.content, 'shapeColor')) ?? '#B9AC95',
  });
  return {
    html: path === null ? '' : `<svg${svg}><path${attributesHtml({ d: path })}/></svg>`,
    label: alt,
  };
};

function pathOf(content: object): string | null {
  const type = field(content, 'shapeType');
  if (type === 'path') {
    const path = field(content, 'shapePath');
    return typeof path === 'string' && PATH_DATA.test(path) ? path : null;
  }
  const shape =
    typeof type === 'string' && Object.hasOwn(SHAPES, type) ? SHAPES[type] : SHAPES['rectangle'];
  return shape?.path ?? null;
}
