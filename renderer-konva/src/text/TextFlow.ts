import type { TextAlign } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';

/** The style of a run of text; lengths in px at the reference width. */
export interface RunStyle {
  readonly family: string;
  readonly sizePx: number;
  readonly weight: number;
  readonly italic: boolean;
  /** A ratio of the font size. */
  readonly lineHeight: number;
  readonly color: string;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  /** The style of the link around the run, which determines its underline; else null. */
  readonly link: RunStyle | null;
  /**
   * The styles of the inline boxes around the run that affect the line's height. Marks such as bold
   * are elements of their own, and CSS counts an element's box even when it only contains another
   * one.
   */
  readonly around: readonly RunStyle[];
}

/** The canvas font shorthand of a style, with the same font families as the published page. */
export function fontOf(style: RunStyle): string {
  const italic = style.italic ? 'italic ' : '';
  return `${italic}${String(style.weight)} ${String(style.sizePx)}px ${fontFamilyCss(style.family)}`;
}

/** Text in one style; a line break is '\n'. */
export interface FlowRun {
  readonly text: string;
  readonly style: RunStyle;
}

/** A paragraph, heading or line of a list item, before it is broken into lines. */
export interface FlowParagraph {
  readonly runs: readonly FlowRun[];
  /** The paragraph's own style: every line is at least as tall as an empty line in it. */
  readonly strut: RunStyle;
  readonly align: TextAlign;
  /** Indentation at the left, px. */
  readonly indentPx: number;
  /** The bullet or number in the indentation of the first line. */
  readonly marker: string | null;
}
