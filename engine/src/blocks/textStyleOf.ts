import { asBuiltin } from './builtinBlocks.ts';
import { minimumHeightPx } from './minHeight.ts';
import { DEFAULT_FONT } from '../fonts/fonts.ts';
import type { Block } from '../model/Block.ts';
import { normalizeColor, readableTextColor } from '../model/colors.ts';
import { TEXT_DEFAULTS, type TextStyle } from '../text/TextStyle.ts';

/**
 * Default font size of a regular or wide button, as a fraction of the height that the user gave it:
 * a button that grows with its text keeps its font size.
 */
export const RICH_BUTTON_FONT_RATIO = 0.34;

/** Smaller, because a square button is as tall as it is wide and its text must fit its width. */
const SQUARE_BUTTON_FONT_RATIO = 0.16;

const STICKY_NOTE = { family: 'EB Garamond', sizePx: 16 } as const;
/** For buttons and notes. */
const LINE_HEIGHT = 1.25;

/**
 * Returns the style of a block's text before marks, which the canvas, the text overlay and the
 * published page all start from. Null unless the block is a text, a button or a sticky note.
 *
 * @param referenceWidthPx of the page; a button's font size depends on its height in px
 */
export function textStyleOf(block: Block, referenceWidthPx: number): TextStyle | null {
  const builtin = asBuiltin(block);
  switch (builtin?.type) {
    case 'text': {
      const { font, fontSize, color, textAlign, isBold, isItalic } = builtin.content;
      return {
        family: font ?? DEFAULT_FONT,
        sizePx: fontSize ?? TEXT_DEFAULTS.sizePx,
        lineHeight: builtin.styles.lineHeight ?? TEXT_DEFAULTS.lineHeight,
        color: colorOr(color, TEXT_DEFAULTS.color),
        align: textAlign ?? TEXT_DEFAULTS.align,
        bold: isBold ?? false,
        italic: isItalic ?? false,
      };
    }
    case 'rich-button': {
      const { richButtonText: text, richButtonColor, richButtonSize: size } = builtin.content;
      const ratio = size === 'square' ? SQUARE_BUTTON_FONT_RATIO : RICH_BUTTON_FONT_RATIO;
      return {
        family: text.font ?? DEFAULT_FONT,
        sizePx: text.size ?? ratio * minimumHeightPx(builtin, referenceWidthPx),
        lineHeight: builtin.styles.lineHeight ?? LINE_HEIGHT,
        color: colorOr(text.color, readableTextColor(richButtonColor)),
        align: text.align ?? 'center',
        bold: text.bold ?? false,
        italic: false,
      };
    }
    case 'button': {
      const { buttonType, color, font } = builtin.content;
      const ratio = buttonType === 'square' ? SQUARE_BUTTON_FONT_RATIO : RICH_BUTTON_FONT_RATIO;
      return {
        family: font ?? DEFAULT_FONT,
        sizePx: ratio * minimumHeightPx(builtin, referenceWidthPx),
        lineHeight: builtin.styles.lineHeight ?? LINE_HEIGHT,
        color: readableTextColor(color),
        align: 'center',
        bold: true,
        italic: false,
      };
    }
    case 'sticky-note': {
      const { stickyNoteText: text, stickyNoteColor } = builtin.content;
      return {
        family: text.font ?? STICKY_NOTE.family,
        sizePx: text.size ?? STICKY_NOTE.sizePx,
        lineHeight: builtin.styles.lineHeight ?? LINE_HEIGHT,
        color: colorOr(text.color, readableTextColor(stickyNoteColor)),
        align: text.align ?? TEXT_DEFAULTS.align,
        bold: false,
        italic: false,
      };
    }
    default:
      return null;
  }
}

function colorOr(color: string | undefined, fallback: string): string {
  return (color === undefined ? null : normalizeColor(color)) ?? fallback;
}
