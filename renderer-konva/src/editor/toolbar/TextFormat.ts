import type { HeadingLevel } from '../../text-editing/TextStylePatch.ts';
import type { TextAlign } from '@cobble/engine';

/** A link in text. */
export interface TextLink {
  readonly href: string;
  readonly target?: '_self' | '_blank' | null;
}

/** The appearance of the formatted text. Where values are mixed, those at its beginning. */
export interface TextAppearance {
  readonly family: string;
  /** Px at the reference width. */
  readonly sizePx: number;
  /** A ratio of the font size. */
  readonly lineHeight: number;
  readonly color: string;
  readonly align: TextAlign;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly heading: HeadingLevel;
  readonly list: 'bullet' | 'ordered' | null;
  /** Null unless text is being edited: the link of a whole block is one of its properties. */
  readonly link: TextLink | null;
}

/**
 * What the text controls show and change: the selected text while text is being edited, else all
 * text of the selected blocks.
 */
export interface TextFormat {
  readonly appearance: TextAppearance;
  /** Whether only the selected text is formatted. */
  readonly isEditing: boolean;
  readonly apply: (change: Partial<TextAppearance>) => void;
}
