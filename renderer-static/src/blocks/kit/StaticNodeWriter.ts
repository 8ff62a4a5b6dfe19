import { checkHyperlink, leadsToPage } from '@cobble/engine';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { field, record } from '../../page/readFields.ts';
import type { StaticContext } from '../../RenderOptions.ts';
import { kitCss } from './kitCss.ts';
import { COMMON_ATTRIBUTES, STATIC_TAGS, VOID_TAGS } from './staticTags.ts';

/** Limits against endless or cyclic trees. */
const MAX_DEPTH = 48;
const MAX_NODES = 20_000;

/** SVG paints could load URLs; only `href` and `src` may, since they are checked. */
const CSS_URL = /url\s*\(/i;

/**
 * Writes the nodes of a kit's view as HTML. Text and attributes are escaped. Unknown tags are
 * dropped but their children stay; unknown attributes are dropped. Links and assets are checked as
 * for built-in blocks, and headings follow the page's levels.
 */
export class StaticNodeWriter {
  private readonly context: StaticContext;
  private nodes = 0;

  constructor(context: StaticContext) {
    this.context = context;
  }

  /** @param node a `StaticNode`; anything else is ignored */
  write(node: unknown, depth = 0, isInsideLink = this.context.isInsideLink): string {
    if (typeof node === 'string') return escapeHtml(node);
    if (typeof node === 'number') return escapeHtml(String(node));
    if (typeof node !== 'object' || node === null) return '';
    if (depth > MAX_DEPTH || ++this.nodes > MAX_NODES) return '';
    if (Array.isArray(node))
      return node.map((each) => this.write(each, depth + 1, isInsideLink)).join('');
    return this.element(node, depth, isInsideLink);
  }

  private element(node: object, depth: number, isInsideLink: boolean): string {
    const tag = field(node, 'tag');
    const children = field(node, 'children');
    const inside = (inLink = isInsideLink): string =>
      this.write(Array.isArray(children) ? children : [], depth + 1, inLink);
    if (typeof tag !== 'string' || !Object.hasOwn(STATIC_TAGS, tag)) return inside();
    const given = record(field(node, 'attributes'));
    const attributes = this.common(given);
    for (const name of STATIC_TAGS[tag] ?? []) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (isWritable(value) && !CSS_URL.test(String(value))) attributes[name] = value;
    }
    switch (tag) {
      case 'a':
        return this.link(attributes, inside, isInsideLink);
      case 'img':
        return this.image(attributes);
      case 'audio':
        return isInsideLink ? '' : this.audio(attributes);
      case 'details':
      case 'summary':
        if (isInsideLink) return inside();
    }
    const written = /^h[1-4]$/.test(tag)
      ? this.context.headingTag(Number(tag.charAt(1)) as 1 | 2 | 3 | 4)
      : tag;
    const start = `<${written}${attributesHtml(attributes)}>`;
    return VOID_TAGS.has(tag) ? start : `${start}${inside()}</${written}>`;
  }

  /** Attributes that any element may have; `css` becomes a class. */
  private common(given: Readonly<Record<string, unknown>>): Record<string, Writable> {
    const attributes: Record<string, Writable> = {};
    const className = this.context.classFor(kitCss(given.css));
    if (className !== '') attributes.class = className;
    for (const [name, value] of Object.entries(given))
      if ((COMMON_ATTRIBUTES.has(name) || /^aria-[a-z]{2,20}$/.test(name)) && isWritable(value))
        attributes[name] = value;
    return attributes;
  }

  private link(
    { href, target, ...rest }: Record<string, Writable>,
    inside: (inLink?: boolean) => string,
    isInsideLink: boolean,
  ): string {
    const leads = typeof href === 'string' && checkHyperlink(href) === null;
    if (isInsideLink || !leads) return `<span${attributesHtml(rest)}>${inside()}</span>`;
    const opensTab = target === '_blank' && leadsToPage(href);
    const away = opensTab ? { target: '_blank', rel: 'noopener' } : {};
    const to = this.context.linkTo(href.trim());
    return `<a${attributesHtml({ href: to, ...away, ...rest })}>${inside(true)}</a>`;
  }

  private image({ src, alt, ...rest }: Record<string, Writable>): string {
    const address = this.context.asset(src);
    if (address === null) return '';
    const loading = this.context.isNearTop ? null : 'lazy';
    const image = { src: address, alt: alt ?? '', loading, decoding: 'async', ...rest };
    return `<img${attributesHtml(image)}>`;
  }

  private audio({ src, ...rest }: Record<string, Writable>): string {
    const address = this.context.media(src);
    return address === null
      ? ''
      : `<audio${attributesHtml({ ...rest, src: address, preload: 'none', controls: true })}></audio>`;
  }
}

type Writable = string | number | boolean;

function isWritable(value: unknown): value is Writable {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' || typeof value === 'boolean';
}
