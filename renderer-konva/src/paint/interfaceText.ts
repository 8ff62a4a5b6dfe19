import { fontFamilyCss } from '@cobble/engine/fonts';
import { en } from '../messages/en.ts';
import type { FontMeasurer } from '../text/FontMeasurer.ts';
import type { PaintFrame, PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** One line of interface text on a block. Lengths are px at the reference width. */
export interface InterfaceLine {
  readonly text: string;
  readonly x: number;
  /** The top of the line box, whose height is 1.3 times the font size. */
  readonly y: number;
  readonly width: number;
  readonly sizePx: number;
  readonly weight: 400 | 600;
  readonly color: string;
  readonly align: 'left' | 'center';
}

/** The line height as a ratio of the font size, as on the published page's cards. */
export const INTERFACE_LINE_HEIGHT = 1.3;

const ELLIPSIS = '…';

/** Draws a line, cut with an ellipsis where it is too long. */
export function paintInterfaceLine(
  target: PaintTarget,
  line: InterfaceLine,
  measurer: FontMeasurer,
): void {
  const font = interfaceFont(line.weight, line.sizePx);
  const text = fitLine(line.text, line.width, font, measurer);
  if (text === '') return;
  const { ascent, descent } = measurer.metrics(font);
  const spareWidth = line.align === 'center' ? line.width - measurer.width(text, font) : 0;
  target.font = font;
  target.fillStyle = line.color;
  target.textAlign = 'left';
  target.textBaseline = 'alphabetic';
  const leading = line.sizePx * INTERFACE_LINE_HEIGHT - ascent - descent;
  target.fillText(text, line.x + spareWidth / 2, Math.round(line.y + leading / 2 + ascent));
}

/** The canvas font of interface text on blocks. */
export function interfaceFont(weight: number, sizePx: number): string {
  return `${String(weight)} ${String(sizePx)}px ${fontFamilyCss('Inter')}`;
}

/**
 * The longest prefix of a text that fits a width, with an ellipsis if it was cut; empty when not
 * even one character fits with the ellipsis.
 */
export function fitLine(text: string, width: number, font: string, measurer: FontMeasurer): string {
  if (measurer.width(text, font) <= width) return text;
  const characters = Array.from(text);
  let fits = 0;
  let tooLong = characters.length;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const cut = characters.slice(0, middle).join('').trimEnd() + ELLIPSIS;
    if (measurer.width(cut, font) <= width) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? '' : characters.slice(0, fits).join('').trimEnd() + ELLIPSIS;
}

/**
 * Breaks a text at its spaces into at most `lines` lines, and cuts those that are too long with an
 * ellipsis.
 */
export function breakInterfaceText(
  text: string,
  width: number,
  lines: number,
  font: string,
  measurer: FontMeasurer,
): readonly string[] {
  const broken: string[] = [];
  let rest = text.trim().split(/\s+/);
  while (rest.length > 0 && broken.length < lines) {
    let count = 1;
    while (count < rest.length && measurer.width(rest.slice(0, count + 1).join(' '), font) <= width)
      count += 1;
    const isLast = broken.length === lines - 1;
    const line = (isLast ? rest : rest.slice(0, count)).join(' ');
    broken.push(fitLine(line, width, font, measurer));
    rest = rest.slice(isLast ? rest.length : count);
  }
  return broken;
}

/** A message that painters write on blocks, in the user's language. */
export function interfaceMessage(
  { t }: Pick<PaintResources, 't'>,
  key: 'noPosts' | 'safeMode' | 'stickyNotePlaceholder',
): string {
  return t?.(key) ?? en[key];
}

const NOTICE_SIZE_PX = 16;
const NOTICE_PADDING_PX = 12;

/** Draws a short text in the middle of a block. */
export function paintNotice(
  { target, content, resources }: Pick<PaintFrame, 'target' | 'content' | 'resources'>,
  text: string,
  color: string,
): void {
  const { measurer } = resources.texts;
  const width = Math.max(0, content.width - 2 * NOTICE_PADDING_PX);
  const lines = breakInterfaceText(text, width, 3, interfaceFont(400, NOTICE_SIZE_PX), measurer);
  const x = content.x + NOTICE_PADDING_PX;
  let y = content.y + (content.height - lines.length * NOTICE_SIZE_PX * INTERFACE_LINE_HEIGHT) / 2;
  for (const text of lines) {
    const style = { sizePx: NOTICE_SIZE_PX, weight: 400, align: 'center' } as const;
    paintInterfaceLine(target, { text, x, y, width, color, ...style }, measurer);
    y += NOTICE_SIZE_PX * INTERFACE_LINE_HEIGHT;
  }
}
