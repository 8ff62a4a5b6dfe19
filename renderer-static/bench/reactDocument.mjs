import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** React's names for HTML attributes. */
const PROPS = {
  class: 'className',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
  fetchpriority: 'fetchPriority',
  autoplay: 'autoPlay',
  playsinline: 'playsInline',
  crossorigin: 'crossOrigin',
  referrerpolicy: 'referrerPolicy',
  datetime: 'dateTime',
  charset: 'charSet',
  srcdoc: 'srcDoc',
};
const BOOLEAN = new Set(['controls', 'autoplay', 'muted', 'loop', 'playsinline', 'crossorigin']);
const VOID = new Set(['meta', 'link', 'img', 'br', 'source', 'input', 'path', 'rect', 'circle']);

/**
 * Parses a document written by `renderPage` into plain data. Only works for our documents: no
 * attribute contains `>`, and all are in double quotes.
 */
export function elementsOf(html) {
  const root = { tag: '', props: {}, children: [] };
  const open = [root];
  const tokens = /<(style|script)([^>]*)>([^]*?)<\/\1>|<(\/?)([a-zA-Z][\w-]*)([^>]*?)\/?>|([^<]+)/g;
  for (const [, raw, rawProps, text, end, tag, props, textNode] of html
    .replace('<!DOCTYPE html>', '')
    .matchAll(tokens)) {
    const { children } = open.at(-1);
    if (raw) {
      const own = { ...propsOf(rawProps), dangerouslySetInnerHTML: { __html: text } };
      children.push({ tag: raw, props: own, children: null });
    } else if (textNode !== undefined) children.push(decoded(textNode));
    else if (end === '/') {
      if (!VOID.has(tag)) open.pop();
    } else {
      const node = { tag, props: propsOf(props), children: [] };
      children.push(node);
      if (VOID.has(tag)) node.children = null;
      else open.push(node);
    }
  }
  return root.children.find(({ tag }) => tag === 'html');
}

function propsOf(text) {
  return Object.fromEntries(
    [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      PROPS[name] ?? name,
      BOOLEAN.has(name) ? true : decoded(value ?? ''),
    ]),
  );
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);

/**
 * Renders the same document from its elements, one component per block. React is spared everything
 * before that: reading the page, layout, styles and their hash.
 */
export function reactDocument(node) {
  return `<!DOCTYPE html>${renderToStaticMarkup(h(NodeView, { node }))}`;
}

function NodeView({ node }) {
  return elementOf(node);
}

function elementOf({ tag, props, children }) {
  if (children === null) return h(tag, props);
  return h(tag, props, ...children.map(childOf));
}

function childOf(child) {
  if (typeof child === 'string') return child;
  // A block is a component; its content is plain elements.
  return child.props.className?.startsWith('b ') ? h(NodeView, { node: child }) : elementOf(child);
}
