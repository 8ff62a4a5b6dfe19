import { seeded } from '../../scripts/lib/seeded.mjs';
import { makeTestPage, makeTestSection } from '../src/testing/makeTestPage.ts';
import { builtinBlocks } from '../src/blocks/builtinBlocks.ts';

const WORDS =
  'cobble street market garden lantern harbour bread stone river window letter morning song paper'.split(
    ' ',
  );

/** Weights of the common block types, roughly percentages. Each other type has a weight of 1. */
const SHARES = { text: 34, image: 18, shape: 16, 'rich-button': 10, 'sticky-note': 8 };
const SECTION_BLOCKS = 200;

/**
 * Creates a page with `count` blocks of all built-in types: one section for every 200 blocks, and a
 * group of twenty in each section with more than 60. Ids are UUIDs, as in the product. The same
 * seed gives the same page.
 */
export function mixedPage(count, seed = 1) {
  const random = seeded(seed);
  const createId = () => uuidFrom(random);
  const types = typeTable();
  const sections = Math.max(1, Math.round(count / SECTION_BLOCKS));
  const blocks = [];
  for (let order = 0; order < sections; order++) {
    const blockCount = Math.floor((count * (order + 1)) / sections) - blocks.length;
    addSection(blocks, { order, blockCount, random, createId, types });
  }
  const page = makeTestPage([], { relativeHeight: sections * 10 });
  return { ...page, things: Object.fromEntries(blocks.map((block) => [block.uuid, block])) };
}

function addSection(blocks, { order, blockCount, random, createId, types }) {
  const section = createId();
  blocks.push(makeTestSection(section, { order, position: { height: 10 } }));
  let group = section;
  for (let index = 1; index < blockCount; index++) {
    const isGroup = index === 20 && blockCount > 60;
    const type = isGroup ? 'group' : types[Math.floor(random() * types.length)];
    const parentUuid = index > 20 && index <= 40 ? group : section;
    const block = makeBlock(createId(), type, parentUuid, index, random);
    if (isGroup) group = block.uuid;
    blocks.push(block);
  }
}

function typeTable() {
  const others = Object.keys(builtinBlocks).filter((type) => !(type in SHARES) && type !== 'group');
  return [
    ...Object.entries(SHARES).flatMap(([type, percent]) => Array(percent).fill(type)),
    ...others.flatMap((type) => Array(Math.max(1, Math.round(14 / others.length))).fill(type)),
  ];
}

function makeBlock(uuid, type, parentUuid, index, random) {
  const definition = builtinBlocks[type];
  const length = (from, to) => Math.round((from + random() * (to - from)) * 1e6) / 1e6;
  const isLinked = random() < 0.15;
  return {
    uuid,
    type,
    parentUuid,
    ...(random() < 0.05 && { locked: true }),
    ...(type === 'image' && { altText: sentence(random, 4) }),
    clientCreatedAt: '2026-01-01T00:00:00.000Z',
    position: {
      x: length(0, 0.8),
      y: length(0, 9),
      width: length(0.05, 0.5),
      height: length(0.05, 0.4),
      rotationDeg: random() < 0.1 ? Math.round(random() * 90) : 0,
      zIndex: 50_000 + index * 5,
    },
    properties: isLinked
      ? { hyperlink: `https://example.com/${sentence(random, 1)}`, hyperlinkTarget: '_blank' }
      : {},
    styles: {
      ...definition.defaultStyles,
      ...(random() < 0.2 && { opacity: length(0.2, 1) }),
      ...(random() < 0.1 && { border: { widthPx: 2, style: 'solid', color: '#2B4EFF' } }),
    },
    content: contentOf(type, definition, random),
  };
}

function contentOf(type, definition, random) {
  const content = definition.defaultContent(random);
  if (type === 'text') return { ...content, text: richText(random) };
  if (type === 'image')
    return {
      url: `/assets/${uuidFrom(random)}.webp`,
      naturalWidth: 1200,
      naturalHeight: 800,
    };
  if (type === 'rich-button')
    return {
      ...content,
      richButtonText: { ...content.richButtonText, text: sentence(random, 2) },
    };
  if (type === 'sticky-note')
    return {
      ...content,
      stickyNoteText: { ...content.stickyNoteText, text: sentence(random, 12) },
    };
  return content;
}

/** One to three paragraphs, the first possibly a heading; a third of the text runs have a mark. */
function richText(random) {
  const run = () => {
    const text = `${sentence(random, 3 + Math.floor(random() * 6))} `;
    const choice = random();
    if (choice > 0.34) return { type: 'text', text };
    const mark =
      choice < 0.15
        ? { type: 'bold' }
        : choice < 0.25
          ? { type: 'color', attrs: { color: '#C2410C' } }
          : { type: 'link', attrs: { href: 'https://example.com/', target: '_blank' } };
    return { type: 'text', text, marks: [mark] };
  };
  const paragraph = (index) => ({
    ...(index === 0 && random() < 0.3
      ? { type: 'heading', attrs: { level: 2, textAlign: 'center' } }
      : { type: 'paragraph', attrs: { textAlign: null } }),
    content: Array.from({ length: 1 + Math.floor(random() * 3) }, run),
  });
  return {
    type: 'doc',
    content: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => paragraph(index)),
  };
}

function sentence(random, words) {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
}

function uuidFrom(random) {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
