import { CARD_COLORS } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { field, string } from '../../page/readFields.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { placeholderView } from '../placeholder/placeholderView.ts';
import { sizeOf } from '../sizeOf.ts';

const { background, line, title: ink } = CARD_COLORS;

const AUDIO_CSS =
  `.au{position:absolute;inset:0;display:flex;flex-direction:column;justify-content:center;overflow:hidden;border-radius:inherit;` +
  `background:${background};box-shadow:inset 0 0 0 1.5px ${line};color:${ink};font-family:${fontFamilyCss('Inter')};font-weight:600;line-height:1.3}` +
  '.au p{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;margin:0}.au audio{display:block;width:100%;min-height:0;max-height:44px}';

/** Blocks below this height show the player alone, px at the reference width. */
const MIN_HEIGHT_WITH_TITLE_PX = 84;

/** A card with a title and the browser's audio player, which loads nothing until it is played. */
export const audioView: StaticView = (block, context) => {
  const address = context.media(field(block.content, 'url'));
  if (address === null) return placeholderView('audio', block);
  const title = string(field(block.content, 'title'), 500)?.trim() ?? '';
  const name = title || block.altText || context.t.orElse('altText.audio', 'Audio');
  const showsTitle =
    sizeOf(block, context.referenceWidthPx).height >= MIN_HEIGHT_WITH_TITLE_PX && title;
  context.useCss(AUDIO_CSS);
  const padding = paddingPxOf(block, context.referenceWidthPx);
  const frame = context.classFor([
    ...(padding > 0 ? insetCss(padding, context.length) : []),
    ['padding', context.length(12)],
    ['gap', context.length(8)],
    ['font-size', context.fontSize(16)],
  ]);
  // A link must not contain a player.
  const player = context.isInsideLink
    ? ''
    : `<audio${attributesHtml({ controls: true, preload: 'none', src: address, 'aria-label': name })}></audio>`;
  const caption = showsTitle || context.isInsideLink ? `<p>${escapeHtml(name)}</p>` : '';
  if (caption !== '') context.useFont('Inter', { text: name, bold: true, italic: false });
  return { html: `<div class="au ${frame}">${caption}${player}</div>` };
};
