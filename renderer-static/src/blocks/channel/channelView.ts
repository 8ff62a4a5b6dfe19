import { CARD_COLORS, postsOfChannel } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { attributesHtml } from '../../html/attributes.ts';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import type { StaticView } from '../../RenderOptions.ts';

const { background, line, title, action } = CARD_COLORS;

const CHANNEL_CSS =
  `.ch{position:absolute;overflow:auto;border-radius:inherit;background:${background};box-shadow:inset 0 0 0 1.5px ${line};` +
  `color:${title};font-family:${fontFamilyCss('Inter')};line-height:1.4;overflow-wrap:anywhere}.ch p{margin:0;white-space:pre-line}` +
  `.ch-e{display:grid;place-items:center;color:${action};text-align:center}` +
  '.ch ol{margin:0;padding:0;list-style:none}' +
  `.ch li+li{border-top:1.5px solid ${line}}.ch time{color:${action}}`;

/** A scrollable region of posts, newest first, or an empty state. */
export const channelView: StaticView = (block, context) => {
  context.useCss(CHANNEL_CSS);
  const posts = postsOfChannel(block.content, context.posts);
  const name = block.altText?.trim() || context.t.orElse('altText.channel', 'Posts');
  const size = context.classFor([['font-size', context.fontSize(16)]]);
  const space = context.classFor([['padding', context.length(16)]]);
  const inset = context.classFor(
    insetCss(paddingPxOf(block, context.referenceWidthPx), context.length),
  );
  const base = { role: 'region', 'aria-label': name };
  if (posts.length === 0) {
    const text = context.t('noPosts');
    context.useFont('Inter', { text, bold: false, italic: false });
    const empty = attributesHtml({ class: `ch ch-e ${inset} ${size} ${space}`, ...base });
    return { html: `<div${empty}><p>${escapeHtml(text)}</p></div>` };
  }
  const small = context.classFor([['font-size', context.fontSize(14)]]);
  const items = posts.map(({ caption, createdAt }) => {
    const day = context.date(createdAt);
    const text = `${day}${caption}`;
    context.useFont('Inter', { text, bold: false, italic: false });
    const time = attributesHtml({ class: small, datetime: new Date(createdAt).toISOString() });
    return (
      `<li class="${space}"><time${time}>${escapeHtml(day)}</time>` +
      `<p>${escapeHtml(caption)}</p></li>`
    );
  });
  // Scrollable regions must be reachable by keyboard; inside a link, the link already is.
  const tabindex = context.isInsideLink ? null : 0;
  const region = attributesHtml({ class: `ch ${inset} ${size}`, ...base, tabindex });
  return { html: `<div${region}><ol>${items.join('')}</ol></div>` };
};
