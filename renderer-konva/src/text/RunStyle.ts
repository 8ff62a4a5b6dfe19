import { fontFamilyCss } from '@cobble/engine';

/** How a run of text looks; lengths in px at the reference width. */
export interface RunStyle {
  readonly family: string;
  readonly sizePx: number;
  readonly weight: number;
  readonly italic: boolean;
  /** A ratio of the size. */
  readonly lineHeight: number;
  readonly color: string;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  /** The style of the link around the run, whose line is as thick and coloured as that; else null. */
  readonly link: RunStyle | null;
  /**
   * The styles of the inline boxes around the run that differ in what a line's height follows from:
   * each mark is an element of its own, and CSS counts its box even where it holds only another.
   */
  readonly around: readonly RunStyle[];
}

/** The canvas font shorthand of a style: the same family list as the published page's. */
export function fontOf(style: RunStyle): string {
  const italic = style.italic ? 'italic ' : '';
  return `${italic}${String(style.weight)} ${String(style.sizePx)}px ${fontFamilyCss(style.family)}`;
}
