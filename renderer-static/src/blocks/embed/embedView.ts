import {
  brandIconColor,
  findDefinition,
  layoutEmbedCard,
  type BlockEmbed,
  type CssDeclarations,
  type EmbedCard,
  type EmbedType,
} from '@cobble/engine';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { iconSvg } from '../../html/iconSvg.ts';
import type { StaticContext, StaticView } from '../../RenderOptions.ts';
import { thumbnailAddressOf } from '../../images/embedThumbnails.ts';
import { placeholderView } from '../placeholder/placeholderView.ts';
import { sizeOf } from '../sizeOf.ts';
import { EMBED_CARD_CSS } from './embedCardCss.ts';
import { frameOf, type EmbedFrame } from './frameOf.ts';

/** Cards below this height have space for only two lines of title above a button, px. */
const SHORT_PX = 190;

/** An embed card and what it is rendered from. */
interface CardParts {
  readonly embed: BlockEmbed;
  readonly card: EmbedCard;
  readonly title: string;
  /** The text of the link, such as 'Watch on YouTube'. */
  readonly action: string;
  /** The title was set by the author. */
  readonly isNamed: boolean;
  readonly image: ShownImage | null;
  /** URL of the link to the site. */
  readonly page: string;
  /** The frame that replaces the card; null if the card is a link or inside one. */
  readonly frame: EmbedFrame | null;
  readonly context: StaticContext;
}

/** The product's copy of the site's thumbnail. */
interface ShownImage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Renders an embed as a card that names its content. Nothing is loaded from the site until the
 * visitor activates it: the thumbnail is the product's own copy. Activating replaces the card with
 * the site's frame. Without scripts, if there is too little space, and for sites that are never
 * framed, the card is a link to the site.
 */
export function embedView(type: EmbedType): StaticView {
  const definition = findDefinition(type);
  return (block, context) => {
    const embed = definition?.embed;
    const parsed = definition?.content.safeParse(block.content);
    if (!embed || !parsed?.success) return placeholderView(embed?.icon ?? 'link', block);
    const content = parsed.data;
    const page = embed.pageUrl(content);
    if (page === null) return placeholderView(embed.icon, block);
    const title =
      block.altText?.trim() || context.t.orElse(`altText.${type}`, definition.altText(content));
    const action = context.t.orElse(`embedAction.${type}`, embed.action);
    context.useCss(EMBED_CARD_CSS);
    context.useFont('Inter', { text: title, bold: true, italic: false });
    context.useFont('Inter', { text: action, bold: false, italic: false });
    const image = imageOf(thumbnailAddressOf(block), context);
    const size = sizeOf(block, context.referenceWidthPx);
    const card = layoutEmbedCard(size, {
      isVideo: embed.isVideo === true,
      hasImage: image !== null,
    });
    const hasSpace = card.actionPx !== null && !context.isInsideLink;
    const frame = hasSpace ? frameOf(type, { embed, content, title }, context) : null;
    if (frame && !card.isScreen)
      context.useFont('Inter', { text: context.t(frame.verb), bold: true, italic: false });
    const isNamed = Boolean(block.altText?.trim());
    const parts = { embed, action, card, title, isNamed, image, page, frame, context };
    const html = card.isScreen ? screenCardHtml(parts) : textCardHtml(parts);
    const names = ['e', card.isScreen ? 'e-v' : `e-${card.layout.charAt(0)}`];
    const padding = paddingPxOf(block, context.referenceWidthPx);
    if (padding > 0) names.push(context.classFor(insetCss(padding, context.length)));
    const space = card.layout === 'mark' ? 0 : card.gapPx;
    if (frame && !card.isScreen && size.height < SHORT_PX) names.push('e-s');
    if (!card.isScreen)
      names.push(
        context.classFor([
          ['gap', context.length(card.gapPx)],
          ['padding', context.length(space)],
        ]),
      );
    const box = { class: names.join(' ') };
    if (frame !== null) return { html: `<div${attributesHtml(box)}>${html}</div>` };
    return {
      html: context.isInsideLink
        ? `<span${attributesHtml(box)}>${html}</span>`
        : `<a${attributesHtml({ ...box, ...linkTo(page) })}>${html}</a>`,
    };
  };
}

function imageOf(address: string | null, context: StaticContext): ShownImage | null {
  const copy = address === null ? null : context.image(address);
  const src = context.asset(copy?.url);
  return copy === null || src === null ? null : { src, width: copy.width, height: copy.height };
}

const linkTo = (href: string): Readonly<Record<string, string>> => ({
  href,
  target: '_blank',
  rel: 'noopener',
});

/** The site's icon, the title and the link. */
function textCardHtml(parts: CardParts): string {
  const { embed, action: text, card, title, frame, context } = parts;
  const tile = context.classFor([
    ['width', context.length(card.tilePx)],
    ['background-color', embed.color],
    ['color', brandIconColor(embed.color)],
  ]);
  const icon = `<span class="e-t ${tile}">${iconSvg(embed.icon)}</span>`;
  if (card.layout === 'mark') return `${icon}${visuallyHidden(`${title}. ${text}`)}`;
  const titleElement = titleHtml(title, card.titlePx, context);
  const action = card.actionPx === null ? visuallyHidden(text) : actionHtml(parts);
  const go =
    frame &&
    `<button class="e-go ${sizeClass(parts)}"${frame.attributes}>${frame.verb === 'play' ? iconSvg('play') : ''}${escapeHtml(context.t(frame.verb))}${visuallyHidden(` ${frame.name}`)}</button>`;
  return `${icon}<span class="e-w">${titleElement}${go ? `<span class="e-l">${go}${action}</span>` : action}</span>`;
}

/** A thumbnail or a dark background, a play button, and the link below. */
function screenCardHtml(parts: CardParts): string {
  const { embed, action, card, title, isNamed, image, frame, context } = parts;
  const img =
    image === null
      ? ''
      : `<img${attributesHtml({
          ...image,
          alt: '',
          loading: context.isNearTop ? null : 'lazy',
          decoding: 'async',
        })}>`;
  const disc = context.classFor([['width', context.length(card.tilePx)]]);
  const play = `<span class="e-p ${disc}">${iconSvg('play')}</span>`;
  if (card.layout !== 'column' || card.actionPx === null)
    return img + play + visuallyHidden(`${title}. ${action}`);
  const space = context.classFor([
    ['padding', `${context.length(28)} ${context.length(12)} ${context.length(10)}`],
  ]);
  const titleElement = isNamed
    ? titleHtml(title, 16, context)
    : frame === null
      ? visuallyHidden(title)
      : '';
  const go =
    frame &&
    `<button class="e-go"${frame.attributes}>${visuallyHidden(`${context.t(frame.verb)} ${frame.name}`)}</button>`;
  return `${img}${play}${go ?? ''}<span class="e-w ${space}">${titleElement}${actionHtml(parts, iconSvg(embed.icon))}</span>`;
}

function titleHtml(title: string, sizePx: number, context: StaticContext): string {
  const css: CssDeclarations = [['font-size', context.fontSize(sizePx)]];
  return `<span class="e-h ${context.classFor(css)}">${escapeHtml(title)}</span> `;
}

/** The link to the site next to the button, or plain text if the whole card is the link. */
function actionHtml(parts: CardParts, icon = ''): string {
  const { action, title, page, frame } = parts;
  const box = { class: `e-a ${sizeClass(parts)}` };
  const content = `${icon}${escapeHtml(action)}`;
  return frame === null
    ? `<span${attributesHtml(box)}>${content}</span>`
    : `<a${attributesHtml({ ...box, ...linkTo(page) })}>${content}${visuallyHidden(` (${title})`)}</a>`;
}

function sizeClass({ card, context }: CardParts): string {
  return context.classFor([['font-size', context.fontSize(card.actionPx ?? 14)]]);
}

/** @param text plain text, for screen readers only */
function visuallyHidden(text: string): string {
  return `<span class="unseen">${escapeHtml(text)}</span> `;
}
