import { asBuiltin, DEFAULT_FONT, TEXT_DEFAULTS, type Block, type TextStyle } from '@cobble/engine';

export function textStyleOf(block: Block, referenceWidthPx: number): TextStyle | null {
  const known = asBuiltin(block);
  const base = { ...TEXT_DEFAULTS, family: DEFAULT_FONT, bold: false, italic: false };
  switch (known?.type) {
    case 'text':
      return {
        ...base,
        family: known.content.font ?? DEFAULT_FONT,
        sizePx: known.content.fontSize ?? TEXT_DEFAULTS.sizePx,
        lineHeight: known.styles.lineHeight ?? TEXT_DEFAULTS.lineHeight,
        color: known.content.color ?? '#000',
        align: known.content.textAlign ?? 'left',
      };
    case 'rich-button': {
      const text = known.content.richButtonText;
      return {
        ...base,
        family: text.font ?? DEFAULT_FONT,
        sizePx: text.size ?? 0.34 * known.position.height * referenceWidthPx,
        color: text.color ?? '#fff',
        bold: text.bold ?? false,
        align: text.align ?? 'center',
        lineHeight: 1.25,
      };
    }
    case 'sticky-note': {
      const text = known.content.stickyNoteText;
      return {
        ...base,
        family: text.font ?? 'EB Garamond',
        sizePx: text.size ?? 16,
        color: text.color ?? '#222',
        align: text.align ?? 'left',
        lineHeight: 1.25,
      };
    }
    default:
      return null;
  }
}
