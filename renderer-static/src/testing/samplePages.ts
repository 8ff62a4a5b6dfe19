import { richTextFromPlain, type Block, type BuiltinBlockType, type Page } from '@cobble/engine';
import { makeBlock, makePage } from './makePage.ts';

const rich = {
  type: 'doc',
  content: [
    {
      type: 'heading',
      attrs: { level: 1, textAlign: 'center' },
      content: [{ type: 'text', text: 'Bread & other machines' }],
    },
    { type: 'paragraph', attrs: { textAlign: null }, content: [] },
    {
      type: 'paragraph',
      attrs: { textAlign: null },
      content: [
        { type: 'text', text: 'Plain, ' },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'hard_break' },
        {
          type: 'text',
          text: 'a link',
          marks: [
            { type: 'link', attrs: { href: 'https://example.com/', target: '_blank' } },
            { type: 'color', attrs: { color: 'hsv(120, 100%, 40%)' } },
            { type: 'font_family', attrs: { family: 'Caveat' } },
            { type: 'font_size', attrs: { sizePx: 30 } },
            { type: 'line_height', attrs: { ratio: 1.1 } },
            { type: 'underline' },
            { type: 'strikethrough' },
          ],
        },
      ],
    },
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'A second first' }] },
    {
      type: 'ordered_list',
      attrs: { order: 3 },
      content: [
        {
          type: 'list_item',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'Three' }] },
            {
              type: 'bullet_list',
              content: [
                {
                  type: 'list_item',
                  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Inner' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
} as const;

const all: Partial<Block> = {
  altText: 'What it shows',
  properties: {
    hyperlink: 'https://example.com/?a=1&b=2',
    hyperlinkTarget: '_blank',
    effects: { onHover: 'wobble' },
  },
  styles: {
    background: { color: '#FBF7F0', imageUrl: '/assets/ground.png', size: 'tile', tilePercent: 20 },
    opacity: 0.9,
    paddingPx: 10,
    borderRadiusPx: 12,
    blurPx: 1,
    border: { widthPx: 2, style: 'dashed', color: '#1E1A16' },
    boxShadow: { xPx: 4, yPx: 4, blurPx: 4, color: '#000' },
    dropShadow: { xPx: 1, yPx: 2, blurPx: 3, color: 'rgb(0 0 0 / 50%)' },
    overflow: 'hidden',
  },
};

/** A block of each type with all that it can have. */
export const SAMPLE_BLOCKS: Readonly<Record<BuiltinBlockType, readonly Block[]>> = {
  text: [
    makeBlock({
      uuid: 'words',
      type: 'text',
      content: { text: rich, font: 'EB Garamond', fontSize: 18, color: '#333', isItalic: true },
      styles: { ...all.styles, lineHeight: 1.5 },
    }),
  ],
  image: [
    makeBlock({
      uuid: 'photo',
      type: 'image',
      ...all,
      position: { rotationDeg: 8 },
      content: { url: '/assets/photo.jpg', naturalWidth: 640, naturalHeight: 480 },
    }),
    makeBlock({ uuid: 'none-yet', type: 'image', position: { y: 0.6 }, content: { url: '' } }),
  ],
  shape: [
    makeBlock({
      uuid: 'star',
      type: 'shape',
      ...all,
      content: { shapeType: 'oval', shapeColor: '#FFB52E' },
    }),
    makeBlock({
      uuid: 'own-path',
      type: 'shape',
      position: { x: 0.5, y: 0.5 },
      content: { shapeType: 'path', shapePath: 'M0 0L100 50L0 100Z', shapeColor: '#2B4EFF' },
    }),
  ],
  'rich-button': [
    makeBlock({
      uuid: 'write',
      type: 'rich-button',
      ...all,
      position: { width: 0.9, height: 0.14 },
      content: {
        richButtonColor: '#2B4EFF',
        richButtonText: { text: 'Write <to> me', font: 'Lato', bold: true, align: 'left' },
        richButtonIcon: { icon: 'mail', placement: 'right' },
      },
    }),
    makeBlock({
      uuid: 'mark-only',
      type: 'rich-button',
      position: { y: 0.5, width: 0.2, height: 0.1 },
      content: {
        richButtonColor: '#FFB52E',
        richButtonText: { text: 'GitHub', size: 20 },
        richButtonIcon: { icon: 'github', placement: 'left' },
        richButtonTextHidden: true,
      },
    }),
  ],
  'sticky-note': [
    makeBlock({
      uuid: 'note',
      type: 'sticky-note',
      position: { rotationDeg: -6 },
      content: {
        stickyNoteColor: '#FFE27A',
        stickyNoteTitle: 'To do',
        stickyNoteImageUrl: '/assets/note.png',
        stickyNoteText: { text: 'Milk\n& bread', align: 'center', size: 18, font: 'Caveat' },
      },
    }),
  ],
  group: [
    makeBlock({
      uuid: 'card',
      type: 'group',
      ...all,
      position: { width: 0.6, height: 0.4 },
      content: { groupDisplay: 'freeform', groupOrder: 0 },
    }),
    makeBlock({
      uuid: 'on-card',
      type: 'text',
      parentUuid: 'card',
      position: { x: 0.05, y: 0.05, width: 0.4, height: 0.1 },
      content: { text: richTextFromPlain('On a card') },
    }),
    makeBlock({
      uuid: 'below',
      type: 'shape',
      parentUuid: 'card',
      position: { x: 0.05, y: 0.2, width: 0.4, height: 0.1 },
      content: { shapeType: 'rectangle', shapeColor: '#1E1A16' },
    }),
  ],
};

/** A page with every sample block, one type below the other, and all that a page can have. */
export function samplePage(): Page {
  const blocks = Object.values(SAMPLE_BLOCKS).flatMap((group, row) =>
    group.map((block) =>
      block.parentUuid === 's1'
        ? { ...block, position: { ...block.position, y: block.position.y + row } }
        : block,
    ),
  );
  const page = makePage(blocks, {
    title: 'Ada’s corner',
    description: 'Bread & machines',
    lang: 'en',
    phoneLayout: 'automatic',
  });
  return {
    ...page,
    style: {
      background: { color: '#FBF7F0', imageUrl: '/assets/ground.png', attachment: 'fixed' },
      borderColor: '#E6DED1',
      border: { widthPx: 4, style: 'solid', color: '#1E1A16' },
    },
  };
}
