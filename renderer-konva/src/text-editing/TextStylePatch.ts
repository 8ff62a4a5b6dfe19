import type { TextAlign } from '@cobble/engine';

/** A change of text styles; absent fields stay. Sizes are px at the reference width. */
export interface TextStylePatch {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strikethrough?: boolean;
  readonly color?: string;
  readonly family?: string;
  readonly sizePx?: number;
  /** A ratio of the font size. */
  readonly lineHeight?: number;
  readonly align?: TextAlign;
  /** 0 is a paragraph. */
  readonly heading?: HeadingLevel;
  /** null removes links. */
  readonly link?: { readonly href: string; readonly target?: '_self' | '_blank' | null } | null;
}

/** Heading 1 to 4, or 0 for a paragraph. */
export type HeadingLevel = 0 | 1 | 2 | 3 | 4;

/** The text style at the start of the selection, for a toolbar. */
export interface ActiveTextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly color: string;
  readonly family: string;
  readonly sizePx: number;
  readonly lineHeight: number;
  readonly align: TextAlign;
  readonly heading: HeadingLevel;
  readonly list: 'bullet' | 'ordered' | null;
  readonly link: { readonly href: string; readonly target: string | null } | null;
}
