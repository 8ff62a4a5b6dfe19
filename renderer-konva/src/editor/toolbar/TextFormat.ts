import type { TextAlign } from '@cobble/engine';

/** Heading 1 to 4, or 0 for a paragraph. */
export type HeadingLevel = 0 | 1 | 2 | 3 | 4;

/** A link in text. */
export interface TextLink {
  readonly href: string;
  readonly target?: '_self' | '_blank' | null;
}

/** How the text that is meant looks: where it differs, its beginning decides. */
export interface TextLook {
  readonly family: string;
  /** Px at the reference width. */
  readonly sizePx: number;
  /** A ratio of the size. */
  readonly lineHeight: number;
  readonly color: string;
  readonly align: TextAlign;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly heading: HeadingLevel;
  readonly list: 'bullet' | 'ordered' | null;
  readonly link: TextLink | null;
}

/**
 * What the text controls work on: the words selected while text is edited, or else all words of
 * the selected blocks.
 */
export interface TextFormat {
  readonly look: TextLook;
  /** Whether only selected words are meant. */
  readonly isEditing: boolean;
  readonly apply: (change: Partial<TextLook>) => void;
}
