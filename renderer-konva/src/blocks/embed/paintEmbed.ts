import {
  type BlockEmbed,
  type Box,
  type EmbedCard,
  type EmbedType,
  CARD_COLORS,
  brandIconColor,
  findDefinition,
  layoutEmbedCard,
} from '@cobble/engine';
import type { PaintFrame, Painter } from '../../paint/PaintResources.ts';
import { paintCover } from '../../paint/blockImages.ts';
import { addRoundedBox } from '../../paint/boxes.ts';
import {
  type InterfaceLine,
  INTERFACE_LINE_HEIGHT,
  breakInterfaceText,
  paintInterfaceLine,
  interfaceFont,
} from '../../paint/interfaceText.ts';
import { paintCard } from '../../paint/paintCard.ts';
import { paintIcon, squareIn } from '../../paint/paintIcon.ts';
import { paintPlaceholder } from '../../paint/paintPlaceholder.ts';
import type { FontMeasurer } from '../../text/FontMeasurer.ts';

/** The texts of an embed card. */
interface CardText {
  readonly title: string;
  /** The call to action, such as 'Watch on YouTube'. */
  readonly action: string;
}

/**
 * An embed card: what the published page shows before a visitor activates the player. Without a
 * target, a placeholder.
 */
export function paintEmbed(type: EmbedType): Painter {
  const definition = findDefinition(type);
  return (frame) => {
    const { block } = frame;
    const embed = definition?.embed;
    if (!embed || embed.pageUrl(block.content) === null) {
      paintPlaceholder(frame, embed?.icon ?? 'link');
      return;
    }
    const title = block.altText?.trim() ?? '';
    const card = layoutEmbedCard(frame, {
      isVideo: embed.isVideo === true,
      hasImage: embed.imageUrl !== undefined,
    });
    const { t } = frame.resources;
    const action = t?.orElse(`embedAction.${type}`, embed.action) ?? embed.action;
    if (card.isScreen) paintScreenCard(frame, embed, card, { title, action });
    else {
      const fallback = definition.altText(block.content);
      const name = title || (t?.orElse(`altText.${type}`, fallback) ?? fallback);
      paintTextCard(frame, embed, card, { title: name, action });
    }
  };
}

function paintTextCard(
  frame: PaintFrame,
  embed: BlockEmbed,
  card: EmbedCard,
  text: CardText,
): void {
  const { target, content, resources } = frame;
  const { measurer } = resources.texts;
  paintCard(frame);
  const key = `card ${String(resources.referenceWidthPx)} ${text.title} ${text.action}`;
  const { tile, lines } = resources.texts.memoize(frame.block, key, () =>
    layoutCard(text, card, content, measurer),
  );
  target.beginPath();
  addRoundedBox(target, tile, tile.width * 0.28);
  target.fillStyle = embed.color;
  target.fill();
  const mark = squareIn(tile, tile.width * 0.56);
  paintIcon(target, embed.icon, mark, brandIconColor(embed.color), resources);
  for (const line of lines) paintInterfaceLine(target, line, measurer);
}

function paintScreenCard(
  frame: PaintFrame,
  embed: BlockEmbed,
  card: EmbedCard,
  text: CardText,
): void {
  const { target, content, radius, resources, block } = frame;
  const address = embed.imageUrl?.(block.content);
  const found = address ? resources.image(address) : null;
  target.save();
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.clip();
  if (found === null || found === 'loading') {
    target.fillStyle = CARD_COLORS.screen;
    target.fillRect(content.x, content.y, content.width, content.height);
  } else paintCover(target, found, content);
  if (card.layout === 'column' && card.actionPx !== null)
    paintCaption(frame, embed, text, card.actionPx);
  target.restore();
  paintPlay(frame, squareIn(content, card.tilePx));
}

/** Title and call to action, in white over a shade at the bottom of the thumbnail. */
function paintCaption(
  { target, content, resources }: PaintFrame,
  embed: BlockEmbed,
  { title, action }: CardText,
  actionPx: number,
): void {
  const lines = [
    ...(title === '' ? [] : [{ text: title, sizePx: 16, weight: 600 as const, indent: 0 }]),
    { text: action, sizePx: actionPx, weight: 400 as const, indent: actionPx * 1.6 },
  ];
  const height = lines.reduce((sum, { sizePx }) => sum + sizePx * INTERFACE_LINE_HEIGHT, 28 + 10);
  let y = content.y + content.height - height;
  const shade = target.createLinearGradient(0, y, 0, y + height);
  shade.addColorStop(0, 'rgba(0,0,0,0)');
  shade.addColorStop(0.7, 'rgba(0,0,0,0.82)');
  shade.addColorStop(1, 'rgba(0,0,0,0.82)');
  target.fillStyle = shade;
  target.fillRect(content.x, y, content.width, height);
  y += 28;
  for (const line of lines) {
    const x = content.x + 12 + line.indent;
    const position = { x, y, width: content.width - 24 - line.indent };
    if (line.indent > 0) {
      const side = line.sizePx * 1.15;
      const top = y + (line.sizePx * INTERFACE_LINE_HEIGHT - side) / 2;
      const box = { x: content.x + 12, y: top, width: side, height: side };
      paintIcon(target, embed.icon, box, '#FFFFFF', resources);
    }
    const style = { color: '#FFFFFF', align: 'left' as const };
    paintInterfaceLine(target, { ...line, ...position, ...style }, resources.texts.measurer);
    y += line.sizePx * INTERFACE_LINE_HEIGHT;
  }
}

function paintPlay({ target, resources }: PaintFrame, disc: Box): void {
  target.beginPath();
  addRoundedBox(target, disc, disc.width / 2);
  target.fillStyle = 'rgba(255,255,255,0.94)';
  target.fill();
  const iconBox = squareIn(disc, disc.width * 0.46);
  paintIcon(target, 'play', { ...iconBox, x: iconBox.x + disc.width * 0.04 }, '#1E1A16', resources);
}

/** The largest number of lines of a title in a column layout. */
const TITLE_LINES = 3;

/** The positions of a card's tile and lines; px at the reference width. */
export interface CardLayout {
  readonly tile: Box;
  readonly lines: readonly InterfaceLine[];
}

/**
 * Lays out a card as its published flex box does: the tile alone or with the text below it, centred
 * together; or in a row from the left, each centred vertically.
 */
export function layoutCard(
  text: CardText,
  card: EmbedCard,
  box: Box,
  measurer: FontMeasurer,
): CardLayout {
  const { layout, tilePx, gapPx } = card;
  const middle = (height: number): number => box.y + (box.height - height) / 2;
  if (layout === 'mark') {
    const x = box.x + (box.width - tilePx) / 2;
    return { tile: { x, y: middle(tilePx), width: tilePx, height: tilePx }, lines: [] };
  }
  const isRow = layout === 'row';
  const x = box.x + gapPx + (isRow ? tilePx + gapPx : 0);
  const width = Math.max(0, box.x + box.width - gapPx - x);
  const lines = linesOf(text, card, width, measurer);
  const height = lines.reduce((sum, { sizePx }) => sum + sizePx * INTERFACE_LINE_HEIGHT, 0);
  const top = isRow ? middle(height) : middle(tilePx + gapPx + height) + tilePx + gapPx;
  const tile = {
    x: isRow ? box.x + gapPx : box.x + (box.width - tilePx) / 2,
    y: isRow ? middle(tilePx) : top - gapPx - tilePx,
    width: tilePx,
    height: tilePx,
  };
  let y = top;
  const align = isRow ? ('left' as const) : ('center' as const);
  const placed = lines.map((line) => {
    const placedLine = { ...line, x, y, width, align };
    y += line.sizePx * INTERFACE_LINE_HEIGHT;
    return placedLine;
  });
  return { tile, lines: placed };
}

function linesOf(
  { title, action }: CardText,
  { layout, titlePx, actionPx }: EmbedCard,
  width: number,
  measurer: FontMeasurer,
): Pick<InterfaceLine, 'text' | 'sizePx' | 'weight' | 'color'>[] {
  const count = layout === 'row' ? 1 : TITLE_LINES;
  const titleLines = breakInterfaceText(
    title,
    width,
    count,
    interfaceFont(600, titlePx),
    measurer,
  ).map((text) => ({
    text,
    sizePx: titlePx,
    weight: 600 as const,
    color: CARD_COLORS.title,
  }));
  if (actionPx === null) return titleLines;
  return [
    ...titleLines,
    { text: action, sizePx: actionPx, weight: 400, color: CARD_COLORS.action },
  ];
}
