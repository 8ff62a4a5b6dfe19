import {
  HEADING_SIZES_PX,
  plainLength,
  type CssDeclarations,
  type CssLength,
} from './TextStyle.ts';

/** CSS rules, in order: the part of the selector after the text box's own, and the declarations. */
export type CssRules = readonly (readonly [selectorSuffix: string, CssDeclarations])[];

/** How {@link richTextCss} formats its output. */
export interface RichTextCssOptions {
  /** Formats a font size given in px at the reference width; defaults to plain px. */
  readonly fontSize?: CssLength | undefined;
  /**
   * Returns the selector of a heading level; defaults to `h1` to `h4`. The published page passes
   * one that is not the tag, because a heading must keep its size when its tag is changed so that
   * there is only one h1 and no level is skipped.
   */
  readonly heading?: ((level: 1 | 2 | 3 | 4) => string) | undefined;
}

/** Indentation of lists, in em of their text. */
export const LIST_INDENT_EM = 1.5;

/**
 * The marker of a list item, right-aligned against its text. A string rather than `disc`, whose
 * position and size differ between browsers, so that the canvas can draw the same.
 */
export const BULLET_MARKER = '• ';

/**
 * Returns the rules for paragraphs, headings, lists and marks inside a box that has the
 * declarations of `textStyleCss`: no margins, indented lists, and headings that differ from
 * paragraphs only in size (not in weight, because most display families have no bold and a
 * synthesised one is ugly). ProseMirror's overlay and the published page share them; the canvas's
 * layout reproduces them. An empty paragraph contains a `<br>`, as in ProseMirror, and so is as
 * tall as a line.
 *
 * @returns e.g. `[[' em', [['font-style', 'italic']]]]`; prefix each suffix with the box's own
 *   selector
 */
export function richTextCss({
  fontSize = plainLength,
  heading = (level) => `h${String(level)}`,
}: RichTextCssOptions = {}): CssRules {
  const sizes = HEADING_SIZES_PX.map(
    (px, index) =>
      [` ${heading((index + 1) as 1 | 2 | 3 | 4)}`, [['font-size', fontSize(px)]]] as const,
  );
  return [
    [
      ' :is(p,h1,h2,h3,h4,ul,ol,li)',
      [
        ['margin', '0'],
        ['padding', '0'],
        ['font-size', 'inherit'],
        ['font-weight', 'inherit'],
        ['line-height', 'inherit'],
      ],
    ],
    ...sizes,
    [' :is(ul,ol)', [['padding-inline-start', `${String(LIST_INDENT_EM)}em`]]],
    [' ul', [['list-style', `outside "${BULLET_MARKER}"`]]],
    [' ol', [['list-style', 'outside decimal']]],
    [' strong', [['font-weight', '700']]],
    [' em', [['font-style', 'italic']]],
    [' u', [['text-decoration', 'underline']]],
    [' s', [['text-decoration', 'line-through']]],
    [
      ' a',
      [
        ['color', 'inherit'],
        ['text-decoration', 'underline'],
      ],
    ],
  ];
}
