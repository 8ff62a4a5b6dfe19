import {
  type BuiltinBlockOf,
  CARD_COLORS,
  type Post,
  type TextStyle,
  dateIn,
  postsOfChannel,
} from '@cobble/engine';
import type { PaintFrame, Painter } from '../../paint/PaintResources.ts';
import { addRoundedBox } from '../../paint/boxes.ts';
import { interfaceMessage, paintNotice } from '../../paint/interfaceText.ts';
import { paintCard } from '../../paint/paintCard.ts';
import { paintText } from '../../paint/paintText.ts';
import { scaleOf } from '../../paint/targetScale.ts';
import type { FlowParagraph } from '../../text/TextFlow.ts';
import { layoutFlow } from '../../text/layoutFlow.ts';
import { baseRunStyle, plainTextFlow } from '../../text/richTextFlow.ts';

/** Posts, the newest first, or a notice when there are none. */
export const paintChannel: Painter<BuiltinBlockOf<'channel'>> = (frame) => {
  const { block, resources } = frame;
  paintCard(frame);
  const posts = resources.posts ? postsOfChannel(block.content, resources.posts) : [];
  if (posts.length === 0)
    paintNotice(frame, interfaceMessage(resources, 'noPosts'), CARD_COLORS.action);
  else paintPosts(frame, posts);
};

/** As on the published page, px at the reference width. */
const PADDING_PX = 16;
const LINE_PX = 1.5;
const CAPTION_STYLE: TextStyle = {
  ...{ family: 'Inter', sizePx: 16, lineHeight: 1.4, color: CARD_COLORS.title },
  ...{ align: 'left', bold: false, italic: false },
};
const STRUT = baseRunStyle(CAPTION_STYLE);
const DATE_STYLE = { ...STRUT, sizePx: 14, color: CARD_COLORS.action };

/** Posts in a column, each with its date; what does not fit is cut off. */
export function paintPosts(
  { block, target, content, radius, resources }: PaintFrame,
  posts: readonly Post[],
): void {
  const { lang = 'en', texts } = resources;
  const width = Math.max(0, content.width - 2 * PADDING_PX);
  // Browsers round a border down to whole device px, but at least one.
  const device = scaleOf(target);
  const line = Math.max(1, Math.floor(LINE_PX * device)) / device;
  const bottom = content.y + content.height;
  target.save();
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.clip();
  let y = content.y;
  for (const [index, post] of posts.entries()) {
    if (y >= bottom) break;
    if (index > 0) {
      target.fillStyle = CARD_COLORS.line;
      target.fillRect(content.x, y, content.width, line);
      y += line;
    }
    const layout = texts.memoize(
      block,
      `post ${String(width)} ${lang} ${JSON.stringify(post)}`,
      () => layoutFlow(flowOf(post, lang), width, texts.measurer),
    );
    paintText(target, layout, content.x + PADDING_PX, y + PADDING_PX, texts.measurer);
    y += layout.heightPx + 2 * PADDING_PX;
  }
  target.restore();
}

/** A post's date and caption, with whitespace collapsed. */
function flowOf({ caption, createdAt }: Post, lang: string): readonly FlowParagraph[] {
  const day = { runs: [{ text: dateIn(lang, createdAt), style: DATE_STYLE }], strut: STRUT };
  const text = caption
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $|\n$/g, '');
  return [
    { ...day, align: 'left', indentPx: 0, marker: null },
    ...(text === '' ? [] : plainTextFlow(text, CAPTION_STYLE)),
  ];
}
