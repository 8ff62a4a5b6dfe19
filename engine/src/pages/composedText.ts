import type { RichText, RichTextNode } from '../text/richText.ts';
import type { ComposedBlock } from './PageComposer.ts';

/** Text style of {@link composedText}. */
export interface ComposedTextStyle {
  readonly font: string;
  readonly sizePx: number;
  readonly color: string;
  readonly lineHeight: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Makes the paragraphs headings of this level. */
  readonly heading?: 1 | 2 | 3 | 4;
  readonly isItalic?: boolean;
}

/**
 * Returns a text block with one paragraph per string, without padding, so that its box fits the
 * text.
 */
export function composedText(
  paragraphs: readonly string[],
  { font, sizePx, color, lineHeight, align = 'left', heading, isItalic }: ComposedTextStyle,
): ComposedBlock {
  const content = paragraphs.map((text): RichTextNode => ({
    type: heading ? 'heading' : 'paragraph',
    attrs: heading ? { level: heading, textAlign: null, sizePx } : { textAlign: null },
    content: text === '' ? [] : [{ type: 'text', text }],
  }));
  const text: RichText = { type: 'doc', content };
  return {
    type: 'text',
    content: {
      text,
      useAutosize: true,
      font,
      fontSize: sizePx,
      color,
      textAlign: align,
      ...(isItalic && { isItalic }),
    },
    styles: { paddingPx: 0, lineHeight },
  };
}
