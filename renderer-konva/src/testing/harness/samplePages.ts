import { createBlankPage, type NewBlock, type Page, richTextFromPlain } from '@cobble/engine';

function counter(): () => string {
  let next = 0;
  return () => `b${String((next += 1))}`;
}

/** A draft as if a server had stored it. */
function stored(draft: ReturnType<typeof createBlankPage>): Page {
  return {
    ID: 1,
    accountID: 1,
    site: { ID: 1, slug: 'harness' },
    isDisabled: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 0,
    ...draft,
  };
}

/** A page with one empty section. */
export function blankPage(): Page {
  return stored(createBlankPage({ slug: 'blank', createId: counter() }));
}

/** Blocks of common types in various styles, at known positions; px at a reference width of 600. */
export function galleryBlocks(): readonly NewBlock[] {
  const at = (x: number, y: number, width: number, height: number, rotationDeg = 0) => ({
    position: { x: x / 600, y: y / 600, width: width / 600, height: height / 600, rotationDeg },
  });
  return [
    {
      type: 'text',
      uuid: 'text1',
      ...at(40, 30, 320, 120),
      content: {
        useAutosize: false,
        text: {
          type: 'doc',
          content: [
            {
              type: 'heading',
              attrs: { level: 2, textAlign: null },
              content: [{ type: 'text', text: 'Market day' }],
            },
            {
              type: 'paragraph',
              attrs: { textAlign: null },
              content: [
                { type: 'text', text: 'Fresh bread, ' },
                { type: 'text', text: 'bold ideas', marks: [{ type: 'bold' }] },
                { type: 'text', text: ' and ' },
                {
                  type: 'text',
                  text: 'linked',
                  marks: [{ type: 'link', attrs: { href: 'https://cobble.test', target: null } }],
                },
                { type: 'text', text: ' things, all under the plane trees.' },
              ],
            },
          ],
        },
        fontSize: 18,
      },
    },
    {
      type: 'sticky-note',
      uuid: 'note1',
      ...at(390, 40, 160, 160, 4),
      content: {
        stickyNoteColor: '#FFE27A',
        stickyNoteText: { text: 'Bring a basket\nand a friend', font: 'Caveat', size: 24 },
      },
      styles: { boxShadow: { xPx: 0, yPx: 6, blurPx: 14, color: 'rgba(30,26,22,.22)' } },
    },
    {
      type: 'shape',
      uuid: 'shape1',
      ...at(60, 220, 120, 120),
      content: { shapeType: 'star', shapeColor: '#FFB52E' },
    },
    {
      type: 'image',
      uuid: 'image1',
      ...at(220, 220, 180, 135),
      content: { url: '' },
      styles: { borderRadiusPx: 16, border: { widthPx: 3, style: 'dashed', color: '#1E1A16' } },
    },
    {
      type: 'rich-button',
      uuid: 'button1',
      ...at(60, 390, 300, 64),
      content: {
        richButtonColor: '#2B4EFF',
        richButtonText: { text: 'Visit the stall', font: 'Lato', bold: true, align: 'center' },
        richButtonIcon: { icon: 'mail', placement: 'left' },
      },
      styles: { borderRadiusPx: 32 },
    },
    {
      type: 'shape',
      uuid: 'shape2',
      ...at(420, 260, 110, 110, 20),
      content: { shapeType: 'oval', shapeColor: '#3F9D6B' },
      styles: {
        opacity: 0.6,
        dropShadow: { xPx: 6, yPx: 8, blurPx: 8, color: 'rgba(0,0,0,.4)' },
      },
    },
    {
      type: 'text',
      uuid: 'text2',
      ...at(400, 400, 160, 60),
      content: { text: richTextFromPlain('Tilted words', { align: 'center' }), font: 'Lobster' },
      styles: {
        background: { color: '#E6EAFF' },
        borderRadiusPx: 10,
        border: { widthPx: 2, style: 'dotted', color: '#2B4EFF' },
        paddingPx: 12,
      },
    },
  ];
}
