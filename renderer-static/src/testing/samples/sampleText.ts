import type { RichText, RichTextMark, RichTextNode } from '@cobble/engine';

/** A paragraph of a sample's text with formatting. */
export interface SampleLine {
  readonly text: string;
  /** Heading level. */
  readonly heading?: 1 | 2 | 3 | 4;
  readonly sizePx?: number;
  readonly font?: string;
  readonly color?: string;
}

/** A list in a sample's text. */
export interface SampleList {
  readonly items: readonly string[];
  readonly ordered?: boolean;
}

/** A paragraph, a formatted line or a list. '' is an empty paragraph. */
export type SampleParagraph = string | SampleLine | SampleList;

/** `*bold*`, `_italic_`, `~struck~`, `{#C0FFEE coloured}` and `[a link](/address)`. */
const MARKS =
  /\*([^*]+)\*|_([^_]+)_|~([^~]+)~|\{(#[0-9A-F]{6}) ([^}]+)\}|\[([^\]]+)\]\(([^)]+)\)|([^*_~{[]+)/g;

/**
 * Parses a sample's text into a rich text document.
 *
 * @param heading level of the paragraphs that are plain strings; without it, they are no headings
 */
export function sampleText(
  paragraphs: readonly SampleParagraph[],
  heading?: 1 | 2 | 3 | 4,
): RichText {
  return { type: 'doc', content: paragraphs.map((each) => nodeOf(each, heading)) };
}

function nodeOf(paragraph: SampleParagraph, level?: 1 | 2 | 3 | 4): RichTextNode {
  if (typeof paragraph === 'string')
    return lineOf({ text: paragraph, ...(level && { heading: level }) });
  if ('text' in paragraph) return lineOf(paragraph);
  const content = paragraph.items.map((text) => ({
    type: 'list_item',
    content: [lineOf({ text })],
  }));
  return paragraph.ordered
    ? { type: 'ordered_list', attrs: { order: 1 }, content }
    : { type: 'bullet_list', content };
}

function lineOf({ text, heading, sizePx, font, color }: SampleLine): RichTextNode {
  const marks: RichTextMark[] = [];
  if (font !== undefined) marks.push({ type: 'font_family', attrs: { family: font } });
  if (color !== undefined) marks.push({ type: 'color', attrs: { color } });
  if (heading === undefined && sizePx !== undefined)
    marks.push({ type: 'font_size', attrs: { sizePx } });
  return {
    type: heading === undefined ? 'paragraph' : 'heading',
    attrs:
      heading === undefined
        ? { textAlign: null }
        : { level: heading, textAlign: null, sizePx: sizePx ?? null },
    content: runsOf(text, marks),
  };
}

function runsOf(text: string, marks: readonly RichTextMark[]): RichTextNode[] {
  return [...text.matchAll(MARKS)].map(
    ([, bold, italic, struck, color, colored, label, href, plain]) => {
      const own: RichTextMark[] = [...marks];
      if (bold !== undefined) own.push({ type: 'bold' });
      if (italic !== undefined) own.push({ type: 'italic' });
      if (struck !== undefined) own.push({ type: 'strikethrough' });
      if (color !== undefined) own.push({ type: 'color', attrs: { color } });
      if (href !== undefined) own.push({ type: 'link', attrs: { href, target: null } });
      const value = bold ?? italic ?? struck ?? colored ?? label ?? plain ?? '';
      return { type: 'text', text: value, marks: own };
    },
  );
}
