import { type BuiltinBlockOf, CARD_COLORS } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { paintCard } from '../../paint/paintCard.ts';
import { paintInterfaceLine, INTERFACE_LINE_HEIGHT } from '../../paint/interfaceText.ts';
import { paintIcon } from '../../paint/paintIcon.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintPlaceholder } from '../../paint/paintPlaceholder.ts';

/** The margin around title and player, px. */
const PADDING_PX = 12;
/** The gap between title and player, px. */
const GAP_PX = 8;
/** The player's height, px. */
const PLAYER_PX = 44;
/** The smallest height of a block that shows its title, px. */
const MIN_HEIGHT_WITH_TITLE_PX = 84;

/** An idle audio player, below the title if there is room for it; a placeholder without a URL. */
export const paintAudio: Painter<BuiltinBlockOf<'audio'>> = (frame) => {
  const { block, target, content, resources, height } = frame;
  if (block.content.url === '') {
    paintPlaceholder(frame, 'audio');
    return;
  }
  paintCard(frame);
  const title = block.content.title.trim();
  const titleHeight =
    title !== '' && height >= MIN_HEIGHT_WITH_TITLE_PX ? 16 * INTERFACE_LINE_HEIGHT : 0;
  const x = content.x + PADDING_PX;
  const width = Math.max(0, content.width - 2 * PADDING_PX);
  const player = Math.min(PLAYER_PX, Math.max(0, content.height - 2 * PADDING_PX - titleHeight));
  const totalHeight = player + (titleHeight > 0 ? titleHeight + GAP_PX : 0);
  let y = content.y + (content.height - totalHeight) / 2;
  if (titleHeight > 0) {
    const style = { sizePx: 16, weight: 600, color: CARD_COLORS.title, align: 'left' } as const;
    paintInterfaceLine(target, { text: title, x, y, width, ...style }, resources.texts.measurer);
    y += titleHeight + GAP_PX;
  }
  target.beginPath();
  addRoundedBox(target, { x, y, width, height: player }, player / 2);
  target.fillStyle = '#F1EEE8';
  target.fill();
  const side = player * 0.4;
  const iconBox = { x: x + player * 0.4, y: y + (player - side) / 2, width: side, height: side };
  paintIcon(target, 'play', iconBox, CARD_COLORS.title, resources);
  const track = x + player * 1.2;
  target.beginPath();
  addRoundedBox(
    target,
    {
      x: track,
      y: y + player / 2 - 2,
      width: Math.max(0, x + width - player * 0.5 - track),
      height: 4,
    },
    2,
  );
  target.fillStyle = '#CFC4B0';
  target.fill();
};
