import { expect } from 'chai';
import fc from 'fast-check';
import { snapReferenceWidth } from '../../snapping/snapReferenceWidth.ts';
import type { Page } from '../../model/Page.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../../testing/makeTestPage.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import type { Editor } from '../Editor.ts';

const heading = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Market' }] },
    {
      type: 'bullet_list',
      content: [
        {
          type: 'list_item',
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: 'pears',
                  marks: [{ type: 'font_size', attrs: { sizePx: 10 } }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const blocks = [
  makeTestBlock('shape', {
    styles: {
      paddingPx: 3,
      borderRadiusPx: 8,
      blurPx: 2,
      border: { widthPx: 2, style: 'solid', color: '#000' },
      boxShadow: { xPx: -4, yPx: 4, blurPx: 5, color: '#000' },
      dropShadow: { xPx: 1, yPx: 2, blurPx: 3, color: '#000' },
      lineHeight: 1.4,
      opacity: 0.5,
    },
  }),
  makeTestText('text', 'Hello'),
  makeTestText('rich', '', { content: { text: heading, fontSize: 20 } }),
  makeTestBlock('note', {
    type: 'sticky-note',
    content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'x' } },
  }),
  makeTestBlock('button', {
    type: 'rich-button',
    content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'x' } },
  }),
];

describe('the reference width', () => {
  it('is refused below the minimum and above the desktop width [P4]', () => {
    const editor = makeTestEditor();
    for (const px of [374.9, 0, -5])
      expect(editor.setReferenceWidth(px, { scale: true })).to.deep.equal({
        ok: false,
        code: 'page_width_below_minimum',
        details: { min: 375 },
      });
    for (const [px, message] of [
      [1367, 'must be a number of at most 1366'],
      [NaN, 'must be a finite number'],
      [Infinity, 'must be a finite number'],
    ] as const)
      expect(editor.setReferenceWidth(px, { scale: false })).to.deep.equal({
        ok: false,
        code: 'invalid_page',
        details: { path: 'settings.referenceWidth', message },
      });
    for (const px of [375, 1366])
      expect(editor.setReferenceWidth(px, { scale: false }).ok).to.equal(true);
  });

  it('scales all px values with the page, and no fractions [P5]', () => {
    const editor = makeTestEditor(blocks);
    editor.updatePage({ style: { border: { widthPx: 10, style: 'solid', color: '#000' } } });
    const before = editor.page;
    editor.setReferenceWidth(1200, { scale: true });
    for (const [uuid, block] of editor.blocks)
      expect(block.position).to.deep.equal(before.things[uuid]?.position);
    expect(editor.fields.relativeHeight).to.equal(before.relativeHeight);
    expect(editor.fields.style.border?.widthPx).to.equal(20);
    expect(editor.blocks.get('shape')?.styles).to.deep.equal({
      paddingPx: 6,
      borderRadiusPx: 16,
      blurPx: 4,
      border: { widthPx: 4, style: 'solid', color: '#000' },
      boxShadow: { xPx: -8, yPx: 8, blurPx: 10, color: '#000' },
      dropShadow: { xPx: 2, yPx: 4, blurPx: 6, color: '#000' },
      lineHeight: 1.4,
      opacity: 0.5,
    });
    expect(editor.blocks.get('text')?.content).to.deep.include({
      fontSize: 44,
      text: richTextFromPlain('Hello'),
    });
    const rich = JSON.stringify(editor.blocks.get('rich')?.content);
    expect(rich).to.contain('"fontSize":40').and.contain('"sizePx":20');
    expect(rich, 'a heading’s own size').to.contain('"attrs":{"level":2,"sizePx":88}');
    expect(editor.blocks.get('note')?.content).to.have.nested.property('stickyNoteText.size', 32);
    expect(editor.blocks.get('button')?.content, 'follows its height').to.deep.equal(
      blocks[4]?.content,
    );
    parsePage(editor.page);
  });

  it('leaves the content of unknown types unchanged [P5]', () => {
    const editor = makeTestEditor([
      makeTestBlock('odd', { type: 'from-the-future', content: { sizePx: 3 } }),
    ]);
    editor.setReferenceWidth(900, { scale: true });
    expect(editor.blocks.get('odd')?.content).to.deep.equal({ sizePx: 3 });
  });

  it('is computed from the stable page while it is dragged, and is one history entry [P6]', () => {
    const editedOnce = makeTestEditor(blocks);
    editedOnce.setReferenceWidth(700, { scale: true });
    const dragged = makeTestEditor(blocks);
    const start = dragged.page;
    dragged.begin();
    for (const px of [610, 900, 380, 700]) dragged.setReferenceWidth(px, { scale: true });
    dragged.commit();
    expect(dragged.page).to.deep.equal(editedOnce.page);
    dragged.undo();
    expect(dragged.page).to.deep.equal(start);
    dragged.begin();
    for (const px of [610, 600]) dragged.setReferenceWidth(px, { scale: false });
    expect(dragged.commit()).to.equal(null);
  });

  const width = fc.integer({ min: 375, max: 1366 });
  const length = fc.double({ min: -0.5, max: 2, noNaN: true });
  /** Positions on screen, in px from the window’s centre and the page’s top, and sizes in px. */
  const onScreen = (editor: Editor): number[] => {
    const unit = editor.fields.settings.referenceWidth;
    return [...editor.blocks.keys()].flatMap((uuid) => {
      const box = editor.boxOf(uuid);
      if (!box) throw new Error(uuid);
      return [(box.x - 0.5) * unit, box.y * unit, box.width * unit, box.height * unit];
    });
  };

  it('set without scaling moves nothing on screen and changes no px values (law) [P7]', () => {
    fc.assert(
      fc.property(
        width,
        width,
        fc.array(fc.tuple(length, length, fc.boolean()), { maxLength: 6 }),
        length.map(Math.abs),
        (from, to, positions, sectionWidth) => {
          const editor = makeTestEditor([
            makeTestSection('s1', { position: { width: sectionWidth } }),
            makeTestSection('g', { parentUuid: 's1', position: { x: 0.3, y: 0.2 } }),
            ...positions.map(([x, y, isDeep], index) =>
              makeTestText(`b${String(index)}`, 'Hi', {
                parentUuid: isDeep ? 'g' : 's2',
                position: { x, y },
              }),
            ),
          ]);
          editor.load(withWidth(editor.page, from));
          const before = onScreen(editor);
          const contents = [...editor.blocks.values()].map((block) => [
            block.content,
            block.styles,
          ]);
          expect(editor.setReferenceWidth(to, { scale: false }).ok).to.equal(true);
          onScreen(editor).forEach((px, at) => expect(px).to.be.closeTo(before[at] ?? NaN, 0.02));
          expect(
            [...editor.blocks.values()].map((block) => [block.content, block.styles]),
          ).to.deep.equal(contents);
          editor.undo();
          expect(onScreen(editor)).to.deep.equal(before);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('scales there and back to the same values within 0.005 px (law) [P5]', () => {
    fc.assert(
      fc.property(width, (to) => {
        const editor = makeTestEditor(blocks);
        editor.setReferenceWidth(to, { scale: true });
        parsePage(editor.page);
        editor.setReferenceWidth(600, { scale: true });
        const { fontSize } = editor.blocks.get('rich')?.content as { fontSize: number };
        expect(fontSize).to.be.closeTo(20, 0.005).and.at.most(20);
        expect(editor.blocks.get('shape')?.styles.paddingPx).to.be.closeTo(3, 0.005);
      }),
      { numRuns: 40 },
    );
  });
});

describe('snapReferenceWidth', () => {
  it('snaps to the lines within 25 px, and stays in range [P8]', () => {
    const cases = [
      [100, 375, null],
      [380, 375, 375],
      [400, 375, 375],
      [401, 401, null],
      [575, 600, 600],
      [574.4, 574, null],
      [640, 640, null],
      [690, 700, 700],
      [750, 750, null],
      [1224, 1200, 1200],
      [1400, 1366, null],
    ] as const;
    for (const [dragged, px, line] of cases)
      expect(snapReferenceWidth(dragged), String(dragged)).to.deep.equal({ px, line });
  });

  it('lets a page be scaled down to 375 px, however far the rail is dragged [P8]', () => {
    const editor = makeTestEditor(blocks);
    editor.setReferenceWidth(750, { scale: true });
    const { paddingPx = NaN } = editor.blocks.get('shape')?.styles ?? {};
    const { px } = snapReferenceWidth(-100);
    expect(editor.setReferenceWidth(px, { scale: true }).ok).to.equal(true);
    expect(editor.fields.settings.referenceWidth).to.equal(375);
    expect(editor.blocks.get('shape')?.styles.paddingPx).to.equal(paddingPx / 2);
    expect(editor.setReferenceWidth(374, { scale: true }).ok).to.equal(false);
  });
});

function withWidth(page: Page, referenceWidth: number): Page {
  return { ...page, settings: { ...page.settings, referenceWidth } };
}
