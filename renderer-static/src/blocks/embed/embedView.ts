import {
  facadeMarkColor,
  findDefinition,
  layoutEmbedFacade,
  type BlockEmbed,
  type CssDeclarations,
  type EmbedFacade,
  type EmbedType,
} from '@cobble/engine';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { markSvg } from '../../html/markSvg.ts';
import type { StaticContext, StaticView } from '../../RenderOptions.ts';
import { thumbnailAddressOf } from '../../images/embedThumbnails.ts';
import { placeholderView } from '../placeholder/placeholderView.ts';
import { sizeOf } from '../sizeOf.ts';
import { FACADE_CSS } from './facadeCss.ts';
import { frameOf, type EmbedFrame } from './frameOf.ts';

/** Cards lower than this have room for one line below their title. */
const SHORT_PX = 190;

/** A facade, ready to be drawn. */
interface Drawn {
  readonly embed: BlockEmbed;
  readonly facade: EmbedFacade;
  readonly title: string;
  /** The title is the author's own. */
  readonly isNamed: boolean;
  readonly image: ShownImage | null;
  /** Where its link leads. */
  readonly page: string;
  /** What it is changed for when it is pressed; null: all of it is a link, or part of one. */
  readonly frame: EmbedFrame | null;
  readonly context: StaticContext;
}

/** The product's own copy of what a site shows of itself. */
interface ShownImage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/**
 * A piece of another site: a card that says what it is. Nothing of the site is loaded before a
 * visitor asks for it: its image is a copy of the product's own, or there is none. Pressed, it
 * gives way to the site's own frame; without scripts, or where it is too small for that, it is a
 * link to the site.
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
    const title = block.altText?.trim() || definition.altText(content);
    context.useCss(FACADE_CSS);
    context.useFont('Inter', { text: title, bold: true, italic: false });
    context.useFont('Inter', { text: embed.action, bold: false, italic: false });
    const image = imageOf(thumbnailAddressOf(block), context);
    const size = sizeOf(block, context.referenceWidthPx);
    const facade = layoutEmbedFacade(size, {
      isVideo: embed.isVideo === true,
      hasImage: image !== null,
    });
    const hasRoom = facade.actionPx !== null && !context.isInsideLink;
    const frame = hasRoom ? frameOf(type, { embed, content, title }, context) : null;
    if (frame && !facade.isScreen)
      context.useFont('Inter', { text: frame.verb, bold: true, italic: false });
    const isNamed = Boolean(block.altText?.trim());
    const drawn = { embed, facade, title, isNamed, image, page, frame, context };
    const html = facade.isScreen ? screenHtml(drawn) : cardHtml(drawn);
    const names = ['e', facade.isScreen ? 'e-v' : `e-${facade.layout.charAt(0)}`];
    const padding = paddingPxOf(block, context.referenceWidthPx);
    if (padding > 0) names.push(context.classFor(insetCss(padding, context.length)));
    const room = facade.layout === 'mark' ? 0 : facade.gapPx;
    if (frame && !facade.isScreen && size.height < SHORT_PX) names.push('e-s');
    if (!facade.isScreen)
      names.push(
        context.classFor([
          ['gap', context.length(facade.gapPx)],
          ['padding', context.length(room)],
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

/** Mark, title, and where it leads. */
function cardHtml(drawn: Drawn): string {
  const { embed, facade, title, frame, context } = drawn;
  const tile = context.classFor([
    ['width', context.length(facade.tilePx)],
    ['background-color', embed.color],
    ['color', facadeMarkColor(embed.color)],
  ]);
  const mark = `<span class="e-t ${tile}">${markSvg(embed.icon)}</span>`;
  if (facade.layout === 'mark') return `${mark}${unseen(`${title}. ${embed.action}`)}`;
  const words = titleHtml(title, facade.titlePx, context);
  const action = facade.actionPx === null ? unseen(embed.action) : actionHtml(drawn);
  const go =
    frame &&
    `<button class="e-go ${sizeClass(drawn)}"${frame.attributes}>${frame.verb === 'Play' ? markSvg('play') : ''}${frame.verb}${unseen(` ${frame.of}`)}</button>`;
  return `${mark}<span class="e-w">${words}${go ? `<span class="e-l">${go}${action}</span>` : action}</span>`;
}

/** An image or a dark screen, a sign to play, and below it where it leads. */
function screenHtml(drawn: Drawn): string {
  const { embed, facade, title, isNamed, image, frame, context } = drawn;
  const img =
    image === null
      ? ''
      : `<img${attributesHtml({
          ...image,
          alt: '',
          loading: context.isNearTop ? null : 'lazy',
          decoding: 'async',
        })}>`;
  const disc = context.classFor([['width', context.length(facade.tilePx)]]);
  const play = `<span class="e-p ${disc}">${markSvg('play')}</span>`;
  if (facade.layout !== 'column' || facade.actionPx === null)
    return img + play + unseen(`${title}. ${embed.action}`);
  const room = context.classFor([
    ['padding', `${context.length(28)} ${context.length(12)} ${context.length(10)}`],
  ]);
  const words = isNamed ? titleHtml(title, 16, context) : frame === null ? unseen(title) : '';
  const go =
    frame &&
    `<button class="e-go"${frame.attributes}>${unseen(`${frame.verb} ${frame.of}`)}</button>`;
  return `${img}${play}${go ?? ''}<span class="e-w ${room}">${words}${actionHtml(drawn, markSvg(embed.icon))}</span>`;
}

function titleHtml(title: string, sizePx: number, context: StaticContext): string {
  const css: CssDeclarations = [['font-size', context.fontSize(sizePx)]];
  return `<span class="e-h ${context.classFor(css)}">${escapeHtml(title)}</span> `;
}

/** Where it leads: a link of its own beside the button, else words of the link that all of it is. */
function actionHtml(drawn: Drawn, mark = ''): string {
  const { embed, title, page, frame } = drawn;
  const box = { class: `e-a ${sizeClass(drawn)}` };
  const words = `${mark}${escapeHtml(embed.action)}`;
  return frame === null
    ? `<span${attributesHtml(box)}>${words}</span>`
    : `<a${attributesHtml({ ...box, ...linkTo(page) })}>${words}${unseen(`: ${title}`)}</a>`;
}

function sizeClass({ facade, context }: Drawn): string {
  return context.classFor([['font-size', context.fontSize(facade.actionPx ?? 14)]]);
}

/** @param words plain text */
function unseen(words: string): string {
  return `<span class="unseen">${escapeHtml(words)}</span> `;
}
