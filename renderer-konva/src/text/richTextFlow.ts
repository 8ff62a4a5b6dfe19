import {
  BULLET_MARKER,
  LIST_INDENT_EM,
  type RichText,
  type RichTextMark,
  type RichTextNode,
  type TextAlign,
  type TextStyle,
  headingSizeOf,
} from '@cobble/engine';
import type { FlowParagraph, FlowRun } from './TextFlow.ts';
import type { RunStyle } from './TextFlow.ts';

/** The style of unmarked text as a run style. */
export function baseRunStyle(style: TextStyle): RunStyle {
  return {
    family: style.family,
    sizePx: style.sizePx,
    weight: style.bold ? 700 : 400,
    italic: style.italic,
    lineHeight: style.lineHeight,
    color: style.color,
    underline: false,
    strikethrough: false,
    link: null,
    around: [],
  };
}

/** Converts rich text to paragraphs in reading order, with resolved styles. */
export function richTextFlow(doc: RichText, style: TextStyle): readonly FlowParagraph[] {
  const paragraphs: FlowParagraph[] = [];
  collect(doc, { base: baseRunStyle(style), align: style.align, indentPx: 0 }, paragraphs, null);
  return paragraphs;
}

/** Converts plain text to paragraphs, one per line. */
export function plainTextFlow(text: string, style: TextStyle): readonly FlowParagraph[] {
  const strut = baseRunStyle(style);
  return text.split('\n').map((line) => ({
    runs: line === '' ? [] : [{ text: line, style: strut }],
    strut,
    align: style.align,
    indentPx: 0,
    marker: null,
  }));
}

interface Inherited {
  readonly base: RunStyle;
  readonly align: TextAlign;
  readonly indentPx: number;
}

function collect(
  node: RichTextNode,
  inherited: Inherited,
  into: FlowParagraph[],
  marker: string | null,
): void {
  const children = node.content ?? [];
  switch (node.type) {
    case 'paragraph':
    case 'heading': {
      const strut = node.type === 'heading' ? headingStyle(node, inherited.base) : inherited.base;
      into.push({
        runs: runsOf(children, strut),
        strut,
        align: (node.attrs?.textAlign as TextAlign | null | undefined) ?? inherited.align,
        indentPx: inherited.indentPx,
        marker,
      });
      return;
    }
    case 'bullet_list':
    case 'ordered_list': {
      const first = Number(node.attrs?.order ?? 1);
      const indentPx = inherited.indentPx + LIST_INDENT_EM * inherited.base.sizePx;
      children.forEach((item, index) => {
        const bullet = node.type === 'bullet_list' ? BULLET_MARKER : `${String(first + index)}. `;
        item.content?.forEach((child, childIndex) => {
          collect(child, { ...inherited, indentPx }, into, childIndex === 0 ? bullet : null);
        });
      });
      return;
    }
    default:
      for (const child of children) collect(child, inherited, into, null);
  }
}

function headingStyle(node: RichTextNode, base: RunStyle): RunStyle {
  return { ...base, sizePx: headingSizeOf(node) ?? base.sizePx };
}

/**
 * A trailing line break gets another one, as on the published page: otherwise the empty line would
 * have no height.
 */
function runsOf(children: readonly RichTextNode[], strut: RunStyle): readonly FlowRun[] {
  const runs = joinEqualMarks(children).map((child) => runOf(child, strut));
  return children.at(-1)?.type === 'hard_break' ? [...runs, { text: '\n', style: strut }] : runs;
}

/** Joins adjacent texts with equal marks, which browsers and ProseMirror treat as one. */
function joinEqualMarks(nodes: readonly RichTextNode[]): readonly RichTextNode[] {
  const all: RichTextNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (last?.text !== undefined && node.text !== undefined && hasSameMarks(last, node))
      all[all.length - 1] = { ...last, text: last.text + node.text };
    else all.push(node);
  }
  return all;
}

const hasSameMarks = (
  { marks = [] }: RichTextNode,
  { marks: others = [] }: RichTextNode,
): boolean => marks.length === others.length && JSON.stringify(marks) === JSON.stringify(others);

function runOf(node: RichTextNode, strut: RunStyle): FlowRun {
  if (node.type === 'hard_break') return { text: '\n', style: strut };
  const marks = node.marks ?? [];
  const apply = (style: RunStyle, mark: RichTextMark): RunStyle => applyMark(style, mark, strut);
  const inSpan = marks.filter((mark) => SPAN_MARKS.has(mark.type)).reduce(apply, strut);
  const rest = marks.filter((mark) => !SPAN_MARKS.has(mark.type));
  const style = rest.reduce((outer, mark) => nestMark(outer, apply(outer, mark)), inSpan);
  return { text: node.text ?? '', style };
}

/**
 * Marks that form one element together. A link is an element outside it, and each of the others an
 * element inside it.
 */
const SPAN_MARKS = new Set(['color', 'font_family', 'font_size', 'line_height']);

/** Puts a mark's element inside those of the previous marks. */
function nestMark(style: RunStyle, inner: RunStyle): RunStyle {
  const sameBox = inner.weight === style.weight && inner.italic === style.italic;
  return sameBox ? inner : { ...inner, around: [...style.around, style] };
}

/** @param strut the style of a link's own element, which is outside all others */
function applyMark(style: RunStyle, mark: RichTextMark, strut: RunStyle): RunStyle {
  const attrs = mark.attrs ?? {};
  switch (mark.type) {
    case 'color':
      return { ...style, color: String(attrs.color) };
    case 'font_family':
      return { ...style, family: String(attrs.family) };
    case 'font_size':
      return { ...style, sizePx: Number(attrs.sizePx) };
    case 'line_height':
      return { ...style, lineHeight: Number(attrs.ratio) };
    case 'bold':
      return { ...style, weight: 700 };
    case 'italic':
      return { ...style, italic: true };
    case 'underline':
      return { ...style, underline: true };
    case 'link':
      return { ...style, link: strut };
    case 'strikethrough':
      return { ...style, strikethrough: true };
    default:
      return style;
  }
}
