import {
  HEADING_SIZES_PX,
  plainLength,
  type CssDeclarations,
  type CssLength,
} from './TextStyle.ts';

/** Rules in their order: what follows the selector of the text's own box, and its declarations. */
export type CssRules = readonly (readonly [selectorSuffix: string, CssDeclarations])[];

/** How {@link richTextCss} writes what differs between its users. */
export interface RichTextCssOptions {
  /** Writes a font size given in px at the reference width; default: plain px. */
  readonly fontSize?: CssLength;
  /**
   * The selector of a heading of a level. The published page needs one that is not the tag, as a
   * later h1 steps down to an h2 and must keep its size; default: `h1` to `h4`.
   */
  readonly heading?: (level: 1 | 2 | 3 | 4) => string;
}

/** How far lists are indented, in em of the text they stand in. */
export const LIST_INDENT_EM = 1.5;

/**
 * What stands before an item, right-aligned against its text. A string rather than `disc`, whose
 * place and size differ between browsers, so that the canvas can draw the same.
 */
export const BULLET_MARKER = '• ';

/**
 * The rules of paragraphs, headings, lists and marks inside a box that has the declarations of
 * `textStyleCss`: nothing has margins, a heading is larger and otherwise like its text (its weight
 * too: most display families have no bold, and a smeared one is ugly), lists are indented.
 * ProseMirror's overlay, the canvas's layout and the published page share it. An empty paragraph
 * holds a `<br>`, as in ProseMirror, and so is as tall as a line.
 *
 * @returns e.g. `[[' p', [['margin', '0']]]]`; put the box's own selector before each suffix
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
