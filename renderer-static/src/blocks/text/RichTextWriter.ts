import {
  BULLET_MARKER,
  checkHyperlink,
  type CssDeclarations,
  leadsToPage,
  type TextStyle,
} from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { readColor } from '../../page/readStyles.ts';
import { cssNumber } from '../../css/lengths.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { field, number, oneOf, string } from '../../page/readFields.ts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticContext } from '../../RenderOptions.ts';

/** Deeper documents are cut off; the editor's schema rejects them. */
const MAX_DEPTH = 24;

/** Innermost first. */
const MARK_TAGS = [
  ['strikethrough', 's'],
  ['underline', 'u'],
  ['italic', 'em'],
  ['bold', 'strong'],
] as const;

/** Writes an untrusted rich-text document as HTML and skips what it does not know. */
export class RichTextWriter {
  private readonly context: StaticContext;
  private readonly base: Pick<TextStyle, 'family' | 'bold' | 'italic'> | null;

  /** @param base style of text without marks */
  constructor(context: StaticContext, base: RichTextWriter['base']) {
    this.context = context;
    this.base = base;
  }

  /** Writes blocks one after another. */
  document(node: unknown): string {
    return this.children(node, 0);
  }

  private children(node: unknown, depth: number): string {
    if (depth > MAX_DEPTH) return '';
    return contentOf(node)
      .map((child) => this.block(child, depth))
      .join('');
  }

  private block(node: unknown, depth: number): string {
    switch (field(node, 'type')) {
      case 'paragraph':
        return this.line('p', '', node);
      case 'heading':
        return this.heading(node);
      case 'bullet_list':
        return `<ul>${this.children(node, depth + 1)}</ul>`;
      case 'ordered_list': {
        const start = Math.round(number(field(field(node, 'attrs'), 'order'), 0, 1e6) ?? 1);
        const attributes = attributesHtml({ start: start === 1 ? null : start });
        return `<ol${attributes}>${this.children(node, depth + 1)}</ol>`;
      }
      case 'list_item':
        this.useFont(BULLET_MARKER, null);
        return `<li>${this.children(node, depth + 1)}</li>`;
      default:
        return '';
    }
  }

  private heading(node: unknown): string {
    const level = oneOf(field(field(node, 'attrs'), 'level'), [1, 2, 3, 4]) ?? 1;
    const isEmpty = !contentOf(node).some((each) => string(field(each, 'text'))?.trim());
    const tag = isEmpty ? 'p' : this.context.headingTag(level);
    const sizePx = number(field(field(node, 'attrs'), 'sizePx'), 1, 1000);
    if (sizePx === null) return this.line(tag, `h${String(level)}`, node);
    // Headings without a level class inherit their font size.
    const size = this.context.classFor([['font-size', this.context.fontSize(sizePx)]]);
    return `<div class="${size}">${this.line(tag, '', node)}</div>`;
  }

  /**
   * Adds a line break to an empty line and after a trailing break, which would otherwise have no
   * height.
   */
  private line(tag: string, name: string, node: unknown): string {
    const align = oneOf(field(field(node, 'attrs'), 'textAlign'), [
      'left',
      'center',
      'right',
      'justify',
    ]);
    const names = [name, align ? this.context.classFor([['text-align', align]]) : ''];
    const content = contentOf(node);
    const inner = this.inline(content);
    const last = content.at(-1);
    const needsBreak = inner === '' || field(last, 'type') === 'hard_break';
    const attributes = attributesHtml({ class: names.filter(Boolean).join(' ') || null });
    return `<${tag}${attributes}>${inner}${needsBreak ? '<br>' : ''}</${tag}>`;
  }

  /** Adjacent runs with the same link share one link element. */
  private inline(nodes: readonly unknown[]): string {
    let html = '';
    let index = 0;
    while (index < nodes.length) {
      const link = this.linkOf(nodes[index]);
      let inner = '';
      do inner += this.run(nodes[index++]);
      while (index < nodes.length && link !== '' && this.linkOf(nodes[index]) === link);
      html += link === '' || inner === '' ? inner : `<a${link}>${inner}</a>`;
    }
    return html;
  }

  /** Attributes of a run's link; '' for none. */
  private linkOf(node: unknown): string {
    if (this.context.isInsideLink) return '';
    const attrs = markOf(node, 'link');
    const href = string(field(attrs, 'href'), 2049)?.trim();
    if (href === undefined || checkHyperlink(href) !== null) return '';
    const isBlank = field(attrs, 'target') === '_blank' && leadsToPage(href);
    return attributesHtml({
      href: this.context.linkTo(href),
      ...(isBlank ? { target: '_blank', rel: 'noopener' } : {}),
    });
  }

  private run(node: unknown): string {
    if (field(node, 'type') === 'hard_break') return '<br>';
    const text = escapeHtml(string(field(node, 'text')) ?? '');
    if (field(node, 'type') !== 'text' || text === '') return '';
    this.useFont(text, node);
    let html = text;
    for (const [mark, tag] of MARK_TAGS)
      if (markOf(node, mark) !== null) html = `<${tag}>${html}</${tag}>`;
    const style = this.context.classFor(this.markCss(node));
    return style === '' ? html : `<span class="${style}">${html}</span>`;
  }

  /** Records the fonts of a run: its marks over the block's style. */
  private useFont(text: string, run: unknown): void {
    const family = readFont(field(markOf(run, 'font_family'), 'family')) ?? this.base?.family;
    if (family === undefined) return;
    const bold = this.base?.bold === true || markOf(run, 'bold') !== null;
    const italic = this.base?.italic === true || markOf(run, 'italic') !== null;
    this.context.useFont(family, { text, bold, italic });
  }

  private markCss(node: unknown): CssDeclarations {
    const css: [string, string][] = [];
    const color = readColor(field(markOf(node, 'color'), 'color'));
    if (color !== null) css.push(['color', color]);
    const family = readFont(field(markOf(node, 'font_family'), 'family'));
    if (family !== null) css.push(['font-family', fontFamilyCss(family)]);
    const sizePx = number(field(markOf(node, 'font_size'), 'sizePx'), 1, 1000);
    if (sizePx !== null) css.push(['font-size', this.context.fontSize(sizePx)]);
    const ratio = number(field(markOf(node, 'line_height'), 'ratio'), 0.5, 5);
    if (ratio !== null) css.push(['line-height', cssNumber(ratio)]);
    return css;
  }
}

function contentOf(node: unknown): readonly unknown[] {
  const content = field(node, 'content');
  return Array.isArray(content) ? content : [];
}

/** Returns a mark's attributes, or null if the run does not have the mark. */
function markOf(node: unknown, type: string): object | null {
  const marks = field(node, 'marks');
  if (!Array.isArray(marks)) return null;
  const mark: unknown = marks.find((each) => field(each, 'type') === type);
  if (mark === undefined) return null;
  const attrs = field(mark, 'attrs');
  return typeof attrs === 'object' && attrs !== null ? attrs : {};
}
