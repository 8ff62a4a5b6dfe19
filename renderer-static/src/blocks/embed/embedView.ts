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
import { quietView } from '../quiet/quietView.ts';
import { sizeOf } from '../sizeOf.ts';
import { FACADE_CSS } from './facadeCss.ts';

/**
 * A piece of another site: a card that leads there. Nothing of the site is loaded before a visitor
 * asks for it, but for a picture that is known; no script runs in published pages.
 */
export function embedView(type: EmbedType): StaticView {
  const definition = findDefinition(type);
  return (block, context) => {
    const embed = definition?.embed;
    const content = definition?.content.safeParse(block.content);
    if (!embed || !content?.success) return quietView(embed?.icon ?? 'link', block);
    const page = embed.pageUrl(content.data);
    if (page === null) return quietView(embed.icon, block);
    const title = block.altText?.trim() || definition.altText(content.data);
    context.useCss(FACADE_CSS);
    context.useFont('Inter', { text: title, bold: true, italic: false });
    context.useFont('Inter', { text: embed.action, bold: false, italic: false });
    const picture = context.asset(embed.pictureUrl?.(content.data));
    const facade = layoutEmbedFacade(sizeOf(block, context.referenceWidthPx), {
      isVideo: embed.isVideo === true,
      hasPicture: picture !== null,
    });
    const html = facade.isScreen
      ? screenHtml(
          embed,
          facade,
          { title, picture, isNamed: Boolean(block.altText?.trim()) },
          context,
        )
      : cardHtml(embed, facade, title, context);
    const names = ['e', facade.isScreen ? 'e-v' : `e-${facade.layout.charAt(0)}`];
    const padding = paddingPxOf(block, context.referenceWidthPx);
    if (padding > 0) names.push(context.classFor(insetCss(padding, context.length)));
    const room = facade.layout === 'mark' ? 0 : facade.gapPx;
    if (!facade.isScreen)
      names.push(
        context.classFor([
          ['gap', context.length(facade.gapPx)],
          ['padding', context.length(room)],
        ]),
      );
    const link = { class: names.join(' '), href: page, target: '_blank', rel: 'noopener' };
    return {
      html: context.isInsideLink
        ? `<span${attributesHtml({ class: link.class })}>${html}</span>`
        : `<a${attributesHtml(link)}>${html}</a>`,
    };
  };
}

/** Mark, title, and where it leads. */
function cardHtml(
  embed: BlockEmbed,
  facade: EmbedFacade,
  title: string,
  context: StaticContext,
): string {
  const tile = context.classFor([
    ['width', context.length(facade.tilePx)],
    ['background-color', embed.color],
    ['color', facadeMarkColor(embed.color)],
  ]);
  const mark = `<span class="e-t ${tile}">${markSvg(embed.icon)}</span>`;
  if (facade.layout === 'mark') return `${mark}${unseen(`${title}. ${embed.action}`)}`;
  const action =
    facade.actionPx === null ? unseen(embed.action) : actionHtml(embed, facade.actionPx, context);
  return `${mark}<span class="e-w">${wordsHtml(title, facade.titlePx, context)}${action}</span>`;
}

/** A picture or a dark screen, a sign to play, and below it where it leads. */
function screenHtml(
  embed: BlockEmbed,
  facade: EmbedFacade,
  shown: { readonly title: string; readonly picture: string | null; readonly isNamed: boolean },
  context: StaticContext,
): string {
  const picture =
    shown.picture === null
      ? ''
      : `<img${attributesHtml({
          src: shown.picture,
          alt: '',
          loading: context.isNearTop ? null : 'lazy',
          decoding: 'async',
        })}>`;
  const disc = context.classFor([['width', context.length(facade.tilePx)]]);
  const play = `<span class="e-p ${disc}">${markSvg('play')}</span>`;
  if (facade.layout !== 'column' || facade.actionPx === null)
    return picture + play + unseen(`${shown.title}. ${embed.action}`);
  const room = context.classFor([
    ['padding', `${context.length(28)} ${context.length(12)} ${context.length(10)}`],
  ]);
  const title = shown.isNamed ? wordsHtml(shown.title, 16, context) : unseen(shown.title);
  const action = actionHtml(embed, facade.actionPx, context, markSvg(embed.icon));
  return `${picture}${play}<span class="e-w ${room}">${title}${action}</span>`;
}

function wordsHtml(title: string, sizePx: number, context: StaticContext): string {
  const css: CssDeclarations = [['font-size', context.fontSize(sizePx)]];
  return `<span class="e-h ${context.classFor(css)}">${escapeHtml(title)}</span> `;
}

function actionHtml(embed: BlockEmbed, sizePx: number, context: StaticContext, mark = ''): string {
  const css: CssDeclarations = [['font-size', context.fontSize(sizePx)]];
  return `<span class="e-a ${context.classFor(css)}">${mark}${escapeHtml(embed.action)}</span>`;
}

function unseen(words: string): string {
  return `<span class="unseen">${escapeHtml(words)}</span> `;
}
