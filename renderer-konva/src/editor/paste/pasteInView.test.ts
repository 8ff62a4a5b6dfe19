import { asBuiltin, plainFromRichText, type PastedData, routePaste } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import type { EditorStore } from '../stores/EditorStore.ts';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import { pasteInView } from './pasteInView.ts';

function paste(store: EditorStore, data: PastedData<File>): void {
  const { editor } = store;
  const where = { isEditing: store.isEditing, canEdit: true, isTyping: false, kits: editor.kits };
  const route = routePaste(data, where);
  if (!route.ok) throw new Error(route.code);
  pasteInView(store, route.value);
}

describe('pasteInView', () => {
  const cases: readonly [text: string, type: string, notice: string][] = [
    ['https://instagram.com/mira', 'rich-button', 'Link detected. Creating button...'],
    ['https://example.org/cat.png', 'rich-button', 'Link detected. Creating button...'],
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube', 'YouTube link detected. Creating embed...'],
    [
      'https://media.giphy.com/media/3o7TKSjRrfIPjeiVyM/giphy.gif',
      'gif',
      'GIPHY link detected. Creating embed...',
    ],
    [
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
      'youtube',
      'Creating embed...',
    ],
    [
      '<iframe src="https://maps.example.org/embed?id=7" width="600"></iframe>',
      'text',
      'This code was pasted as text. Only embed codes of supported sites become embeds.',
    ],
    ['Bread and honey', 'text', '1 block pasted'],
    ['<b>not code</b>', 'text', '1 block pasted'],
  ];
  for (const [text, type, notice] of cases)
    it(`makes a ${type} of ${text} and notifies [PS1]`, () => {
      const { store, notices } = makeEditorStore();
      paste(store, { text });
      expect(store.editor.selectedBlocks.map((block) => block.type)).to.eql([type]);
      expect(notices).to.eql([notice]);
      expect(store.editor.undo()).to.equal(true);
      expect(store.editor.canUndo, 'one step of the history').to.equal(false);
    });

  it('keeps a text of 30,000 characters, and notifies the user when a longer one is cut [PS6]', () => {
    const { store, notices } = makeEditorStore();
    const pasted = (): string => {
      const block = asBuiltin(store.editor.selectedBlocks[0] ?? { type: '' });
      return block?.type === 'text' ? plainFromRichText(block.content.text) : '';
    };
    paste(store, { text: 'x'.repeat(30_000) });
    expect(pasted()).to.equal('x'.repeat(30_000));
    paste(store, { text: `${'x'.repeat(99_995)} rye and spelt` });
    expect(pasted()).to.equal(`${'x'.repeat(99_995)} rye`);
    expect(notices).to.eql([
      '1 block pasted',
      'The text is too long for one block. Only the first 100,000 characters were pasted; paste the rest separately.',
    ]);
  });

  describe('between other blocks', () => {
    const size = { width: 0.2, height: 0.2 };
    const boxes = ({ editor }: EditorStore) =>
      [...editor.blocks.values()].flatMap((block) =>
        block.parentUuid === undefined ? [] : (editor.boxOf(block.uuid) ?? []),
      );
    const overlaps = (store: EditorStore): boolean => {
      const [last, ...others] = boxes(store).reverse();
      return others.some(
        (each) =>
          last !== undefined &&
          last.x < each.x + each.width &&
          each.x < last.x + last.width &&
          last.y < each.y + each.height &&
          each.y < last.y + last.height,
      );
    };
    const seeWholeScreen = ({ view }: EditorStore) =>
      Object.assign(view, { width: 600, height: 800 });
    const VIDEO = { text: 'https://youtu.be/dQw4w9WgXcQ' };

    it('places an embed at the free position on screen that is nearest to the middle [PS2]', () => {
      // Not doubles, most of which would be close to 0.
      const upTo = (max: number) => fc.integer({ min: 0, max: max * 1000 }).map((n) => n / 1000);
      const shapes = fc.array(fc.record({ x: upTo(0.8), y: upTo(1.2) }), {
        minLength: 1,
        maxLength: 3,
      });
      let checked = 0;
      const check = (corners: readonly { readonly x: number; readonly y: number }[]): void => {
        const { store } = makeEditorStore();
        const { editor, view } = store;
        seeWholeScreen(store);
        editor.add(
          corners.map((corner) => ({ type: 'shape', position: { ...size, ...corner } })),
          { select: false },
        );
        const taken = boxes(store);
        const { center, clearBox } = view;
        paste(store, VIDEO);
        expect(overlaps(store)).to.equal(false);
        const box = editor.selectionBox;
        if (!box) throw new Error('nothing is selected');
        const distance = (x: number, y: number): number =>
          Math.hypot(x + box.width / 2 - center.x, y + box.height / 2 - center.y);
        // All positions with a gap of 16 px, in steps of 6 px.
        const gap = 16 / 600;
        for (let x = 0; x + box.width <= 1; x += 0.01)
          for (let y = clearBox.y; y + box.height <= clearBox.y + clearBox.height; y += 0.01) {
            const isTaken = taken.some(
              (each) =>
                x < each.x + each.width + gap &&
                each.x < x + box.width + gap &&
                y < each.y + each.height + gap &&
                each.y < y + box.height + gap,
            );
            if (isTaken) continue;
            checked += 1;
            expect(distance(box.x, box.y)).to.be.at.most(distance(x, y) + 1e-9);
          }
      };
      fc.assert(fc.property(shapes, check), { numRuns: 50 });
      expect(checked).to.be.above(1000);
    });

    it('keeps an embed on screen when another block is in the way [PS2]', () => {
      const { store } = makeEditorStore();
      seeWholeScreen(store);
      const at = { ...size, x: 0.4, y: 0.5 };
      store.editor.add({ type: 'shape', position: at }, { select: false });
      paste(store, VIDEO);
      expect(overlaps(store)).to.equal(false);
      const box = store.editor.selectionBox;
      expect(box?.y).to.be.above(0.1);
      expect((box?.y ?? 9) + (box?.height ?? 9)).to.be.below(800 / 600);
    });

    it('places embeds below each other if there is no free position [PS2]', () => {
      const { store } = makeEditorStore();
      const { editor } = store;
      seeWholeScreen(store);
      const positions = [0, 0.22, 0.44, 0.66].flatMap((x) =>
        [0, 0.22, 0.44, 0.66, 0.88, 1.1, 1.32].map((y) => ({ ...size, x: x + 0.02, y })),
      );
      editor.add(
        positions.map((position) => ({
          type: 'shape',
          position,
          content: { shapeType: 'rectangle' },
        })),
        { select: false },
      );
      for (const height of [1.5, 1.8]) {
        paste(store, VIDEO);
        expect(overlaps(store)).to.equal(false);
        expect(editor.selectionBox?.y).to.be.above(height);
      }
    });

    it('may overlap a background that fills the screen', () => {
      const { store } = makeEditorStore();
      seeWholeScreen(store);
      const background = { x: 0, y: 0, width: 1, height: 1.3 };
      store.editor.add({ type: 'shape', position: background }, { select: false });
      paste(store, VIDEO);
      expect(store.editor.selectionBox?.y).to.be.within(0.2, 0.9);
    });
  });

  it('pastes copied blocks and reports their number [PS3]', () => {
    const { store, notices } = makeEditorStore();
    const { editor } = store;
    editor.add([
      {
        type: 'shape',
        content: { shapeType: 'oval', shapeColor: '#FFB52E' },
        position: { x: 0.1, y: 0.2, width: 0.3, height: 0.2, rotationDeg: 30 },
        styles: { opacity: 0.5, borderRadiusPx: 8 },
        properties: { hyperlink: '/menu' },
      },
      { type: 'sticky-note', altText: 'A note', content: { stickyNoteText: { text: 'Rye' } } },
    ]);
    /** The selected blocks without their ids and positions. */
    const selected = (): object[] =>
      editor.selectedBlocks.map(({ uuid: _, position, ...block }) => {
        const { width, height, rotationDeg } = position;
        return { ...block, width, height, rotationDeg };
      });
    const copied = selected();
    const ids = [...editor.selection];
    paste(store, editor.copy() ?? {});
    expect(notices).to.eql(['2 blocks pasted']);
    expect(editor.blocks.size).to.equal(5);
    expect([...editor.selection].filter((uuid) => ids.includes(uuid))).to.eql([]);
    expect(selected()).to.deep.equal(copied);
  });

  it('reports why pasted blocks are refused [PS3]', () => {
    const { store, notices } = makeEditorStore();
    const copy = '<!--cobble-blocks-start-->{}<!--cobble-blocks-end-->';
    paste(store, { text: copy });
    paste(store, { text: copy.replace('{}', '{"format":2,"editorVersion":"9.0.0"}') });
    expect(notices).to.eql([
      "The copied content can't be pasted here.",
      'These blocks come from a newer version of the editor. Refresh the page, then paste again.',
    ]);
  });
});
