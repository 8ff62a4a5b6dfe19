import { dateIn, FACADE_COLORS, type Post, type TextStyle } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxPath.ts';
import type { PaintFrame } from '../../paint/Painter.ts';
import { paintText } from '../../paint/paintText.ts';
import { scaleOf } from '../../paint/shadows.ts';
import { layoutFlow } from '../../text/layoutFlow.ts';
import { baseRunStyle, plainTextFlow } from '../../text/richTextFlow.ts';
import type { FlowParagraph } from '../../text/FlowParagraph.ts';

/** As on the published page, px at the reference width. */
const ROOM_PX = 16;
const LINE_PX = 1.5;
const WORDS: TextStyle = {
  ...{ family: 'Inter', sizePx: 16, lineHeight: 1.4, color: FACADE_COLORS.title },
  ...{ align: 'left', bold: false, italic: false },
};
const STRUT = baseRunStyle(WORDS);
const DAY = { ...STRUT, sizePx: 14, color: FACADE_COLORS.action };

/** Posts below each other, each with its date, as many as fit. */
export function paintPosts(
  { block, target, content, radius, resources }: PaintFrame,
  posts: readonly Post[],
): void {
  const { lang = 'en', texts } = resources;
  const width = Math.max(0, content.width - 2 * ROOM_PX);
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
      target.fillStyle = FACADE_COLORS.line;
      target.fillRect(content.x, y, content.width, line);
      y += line;
    }
    const words = texts.keep(block, `post ${String(width)} ${lang} ${JSON.stringify(post)}`, () =>
      layoutFlow(flowOf(post, lang), width, texts.measurer),
    );
    paintText(target, words, content.x + ROOM_PX, y + ROOM_PX, texts.measurer);
    y += words.heightPx + 2 * ROOM_PX;
  }
  target.restore();
}

/** A post's date and caption, with whitespace collapsed. */
function flowOf({ caption, createdAt }: Post, lang: string): readonly FlowParagraph[] {
  const day = { runs: [{ text: dateIn(lang, createdAt), style: DAY }], strut: STRUT };
  const words = caption
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $|\n$/g, '');
  return [
    { ...day, align: 'left', indentPx: 0, marker: null },
    ...(words === '' ? [] : plainTextFlow(words, WORDS)),
  ];
}
