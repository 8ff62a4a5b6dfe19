import { SHAPES } from '@cobble/engine/shapes';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * The same blocks as a hand-written React tree: one component per block with an absolute position,
 * text as elements, shapes as paths. React has less to do, since this has no layout, checks or
 * phone layout, but it does write style attributes, which our document avoids (`reactDocument.mjs`
 * takes a third less time).
 *
 * @param {import('@cobble/engine').Page} page
 */
export function reactPage(page) {
  const children = groupByParent(page);
  const { title = 'Untitled', lang = 'en' } = page.settings;
  return `<!DOCTYPE html>${renderToStaticMarkup(
    h(
      'html',
      { lang },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width' }),
        h('title', null, title),
      ),
      h(
        'body',
        null,
        h(
          'main',
          null,
          (children.get('') ?? []).map((section) =>
            h(
              'section',
              {
                key: section.uuid,
                style: { position: 'relative', height: px(section.position.height) },
              },
              (children.get(section.uuid) ?? []).map((block) =>
                h(BlockView, { key: block.uuid, block, children }),
              ),
            ),
          ),
        ),
      ),
    ),
  )}`;
}

function groupByParent(page) {
  const children = new Map();
  for (const block of Object.values(page.things)) {
    const parent = block.parentUuid ?? '';
    const siblings = children.get(parent);
    if (siblings) siblings.push(block);
    else children.set(parent, [block]);
  }
  return children;
}

const px = (fraction) => `${String(Math.round(fraction * 600 * 100) / 100)}px`;

function BlockView({ block, children }) {
  const { position, styles, properties } = block;
  const style = {
    position: 'absolute',
    left: px(position.x),
    top: px(position.y),
    width: px(position.width),
    minHeight: px(position.height),
    zIndex: position.zIndex,
    ...(position.rotationDeg ? { rotate: `${String(position.rotationDeg)}deg` } : {}),
    ...(styles.opacity === undefined ? {} : { opacity: styles.opacity }),
    ...(styles.paddingPx ? { padding: `${String(styles.paddingPx)}px` } : {}),
    ...(styles.borderRadiusPx ? { borderRadius: `${String(styles.borderRadiusPx)}px` } : {}),
    ...(styles.border
      ? {
          border: `${String(styles.border.widthPx)}px ${styles.border.style} ${styles.border.color}`,
        }
      : {}),
    ...(styles.lineHeight ? { lineHeight: styles.lineHeight } : {}),
  };
  const inner = contentOf(block, children);
  return properties.hyperlink
    ? h('a', { style, href: properties.hyperlink, target: properties.hyperlinkTarget }, inner)
    : h('div', { style }, inner);
}

function contentOf(block, children) {
  const { content } = block;
  switch (block.type) {
    case 'text':
      return (content.text.content ?? []).map((node, key) => h(NodeView, { key, node }));
    case 'image':
      return h('img', { src: content.url, alt: block.altText ?? '', loading: 'lazy' });
    case 'shape': {
      const shape = SHAPES[content.shapeType];
      return h(
        'svg',
        { viewBox: '0 0 100 100', 'aria-hidden': true },
        h('path', { d: shape?.pathData ?? 'M0 0H100V100H0Z', fill: content.shapeColor }),
      );
    }
    case 'rich-button':
      return h('span', { style: { color: '#fff' } }, content.richButtonText?.text);
    case 'sticky-note':
      return h('p', null, content.stickyNoteText?.text);
    case 'group':
      return (children.get(block.uuid) ?? []).map((child) =>
        h(BlockView, { key: child.uuid, block: child, children }),
      );
    default:
      return h('span', null, block.altText ?? block.type);
  }
}

const TAGS = { paragraph: 'p', bullet_list: 'ul', ordered_list: 'ol', list_item: 'li' };

function NodeView({ node }) {
  if (node.type === 'hard_break') return h('br');
  if (node.type === 'text')
    return (node.marks ?? []).reduce((inner, mark) => {
      if (mark.type === 'bold') return h('strong', null, inner);
      if (mark.type === 'italic') return h('em', null, inner);
      if (mark.type === 'link') return h('a', { href: mark.attrs?.href }, inner);
      return h('span', null, inner);
    }, node.text);
  const tag =
    node.type === 'heading' ? `h${String(node.attrs?.level ?? 2)}` : (TAGS[node.type] ?? 'p');
  return h(
    tag,
    null,
    (node.content ?? []).map((child, key) => h(NodeView, { key, node: child })),
  );
}
