import { FACADE_COLORS, fontFamilyCss } from '@cobble/engine';
import { attributesHtml } from '../../html/attributes.ts';
import type { StaticView } from '../../RenderOptions.ts';

const { ground, line, action } = FACADE_COLORS;

const CHANNEL_CSS =
  `.ch{display:grid;place-items:center;min-height:100%;border-radius:inherit;background:${ground};box-shadow:inset 0 0 0 1.5px ${line};` +
  `color:${action};font-family:${fontFamilyCss('Inter')};line-height:1.4;text-align:center}.ch p{margin:0}`;

/** A region for posts, with what it says while there are none. */
export const channelView: StaticView = (block, context) => {
  context.useCss(CHANNEL_CSS);
  context.useFont('Inter', { text: 'No posts yet', bold: false, italic: false });
  const words = context.classFor([
    ['font-size', context.fontSize(16)],
    ['padding', context.length(16)],
  ]);
  const name = block.altText?.trim() || 'Posts';
  const region = attributesHtml({ class: `ch ${words}`, role: 'region', 'aria-label': name });
  return {
    html: `<div${region}><p>No posts yet</p></div>`,
    css: [['display', 'grid']],
  };
};
