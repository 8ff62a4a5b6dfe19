import type { HeadingLevel } from '../../text-editing/TextStylePatch.ts';
import type { TextAlign } from '@cobble/engine';
import type { TextEditingSession } from '../../text-editing/TextEditingSession.ts';

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
  /** The session that edits the text, of which only the selected part is formatted; null without. */
  readonly session: TextEditingSession | null;
  readonly apply: (change: Partial<TextAppearance>) => void;
  /** Like `apply`, but in an edited text as {@link TextEditingSession.stage} does. */
  readonly stage: (change: Omit<Partial<TextAppearance>, 'list'>) => void;
}
