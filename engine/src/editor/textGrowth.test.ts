import { expect } from 'chai';
import fc from 'fast-check';
import { cornerRadiusPx } from '../blocks/minHeight.ts';
import { textStyleOf } from '../blocks/textStyleOf.ts';
import type { Kit } from '../blocks/Kit.ts';
import { stickyNoteMarginPx } from '../blocks/sticky-note/stickyNote.ts';
import type { Block } from '../model/Block.ts';
import { createStage, PX } from '../modes/stage.test.ts';
import type { Editor } from './Editor.ts';
import type { Environment, TextMeasureRequest } from '../model/Environment.ts';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';
import { safeParsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { roundLength } from '../model/Position.ts';

/** Every line of a note is 20 px high, every character 10 px wide; 16 px around the text. */
const environment: Partial<Environment> = {
  measureTextHeight: ({ block, widthPx, referenceWidthPx }) => {
    const { stickyNoteText, richButtonText } = block.content as Record<string, { text: string }>;
    if (!stickyNoteText) {
      // Twice as high as a character is wide, which is half of the font size.
      const sizePx = textStyleOf(block, referenceWidthPx)?.sizePx ?? 0;
      const perLine = Math.max(1, Math.floor(widthPx / (sizePx / 2)));
      return sizePx * Math.ceil((richButtonText?.text.length ?? 0) / perLine);
    }
    const charactersPerLine = Math.max(1, Math.floor((widthPx - 32) / 10));
    return 20 * Math.ceil(stickyNoteText.text.length / charactersPerLine) + 32;
  },
};

const note = (text: string, options: Partial<Block> = {}): Block =>
  makeTestBlock('n', {
    type: 'sticky-note',
    // 180 px wide and high: 14 characters in a line, 7 lines.
    position: { x: 0.1, y: 0.1, width: 0.3, height: 0.3, rotationDeg: 0, zIndex: 50_000 },
    content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text } },
    ...options,
  });

const SHORT = 'Milk';
/** 20 lines: 400 px, and 34 px around them. */
const LONG = 'x'.repeat(280);

const editorWith = (...blocks: Block[]) => makeTestEditor(blocks, { environment });

type Edited = Pick<Editor<Kit>, 'blocks'>;
const heightPx = ({ blocks }: Edited, uuid = 'n'): number =>
  Math.round((blocks.get(uuid)?.position.height ?? 0) * 600 * 100) / 100;
const minHeightPx = ({ blocks }: Edited): unknown =>
  (blocks.get('n')?.content as { minHeightPx?: unknown }).minHeightPx;

const write = (editor: Pick<Editor<Kit>, 'update'>, text: string): void => {
  editor.update('n', { content: { stickyNoteText: { text } } });
};

describe('a note', () => {
  it('grows with its text while it is typed, and shrinks back to the height that the user gave it, not further [E59]', () => {
    const editor = editorWith(note(SHORT));
    const before = editor.page;
    editor.startTextEditing('n');
    editor.setEditedText(LONG);
    expect(heightPx(editor)).to.equal(434);
    editor.setEditedText(LONG.slice(0, 210));
    expect(heightPx(editor)).to.equal(334);
    expect(minHeightPx(editor)).to.equal(180);
    editor.setEditedText('');
    expect(heightPx(editor)).to.equal(180);
    expect(minHeightPx(editor)).to.equal(undefined);
    editor.setEditedText(SHORT);
    editor.stopTextEditing();
    expect(editor.page, 'typing and taking it back changes nothing').to.deep.equal(before);
    expect(editor.canUndo).to.equal(false);
  });

  it('grows in one history entry, with its section, so that one undo shrinks both [E59] [P17]', () => {
    const editor = editorWith(note(SHORT, { parentUuid: 's2' }));
    const { page } = editor;
    editor.startTextEditing('n');
    for (const length of [100, 200, 600]) editor.setEditedText('x'.repeat(length));
    editor.stopTextEditing();
    expect(heightPx(editor)).to.equal(894);
    expect(editor.boxOf('s2')?.height).to.be.closeTo(0.1 + 894 / 600 + 0.05, 1e-5);
    editor.undo();
    expect(editor.page).to.deep.equal(page);
    editor.redo();
    expect(heightPx(editor)).to.equal(894);
  });

  it('stays in its section, which grows with it, even if its centre is then below the section’s end [P18] [E59]', () => {
    const position = { ...note('').position, y: 0.65 };
    const editor = editorWith(note(SHORT, { position }));
    write(editor, 'x'.repeat(700));
    expect(heightPx(editor)).to.equal(1034);
    expect(editor.blocks.get('n')?.parentUuid).to.equal('s1');
    expect(editor.boxOf('s1')?.height).to.be.closeTo(0.65 + 1034 / 600 + 0.05, 1e-5);
    editor.update('n', { position: { y: 2 } });
    expect(editor.blocks.get('n')?.parentUuid).to.equal('s2');
  });

  it('grows when it gets narrower or its font larger, and when it is added or pasted with a long text [E59]', () => {
    const editor = editorWith(note(LONG.slice(0, 80)));
    editor.update('n', { position: { width: 0.15 } });
    expect(heightPx(editor)).to.equal(20 * 16 + 34);
    editor.update('n', { position: { width: 0.3 } });
    expect(heightPx(editor)).to.equal(180);
    const { content } = note(LONG);
    const [added = ''] = editor
      .add({
        type: 'sticky-note',
        content: content,
        position: { width: 0.3, height: 0.2 },
      })
      .unwrap();
    expect(heightPx(editor, added)).to.equal(434);
    editor.update(added, { content: { stickyNoteText: { text: '' } } });
    expect(heightPx(editor, added)).to.equal(120);
  });

  it('has at least the height that the user sets, and never hides its text [E59]', () => {
    const editor = editorWith(note(LONG));
    editor.update('n', { position: { height: 0.2 } });
    expect(heightPx(editor)).to.equal(434);
    write(editor, SHORT);
    expect(heightPx(editor)).to.equal(120);
    editor.update('n', { position: { height: 1 } });
    expect(heightPx(editor)).to.equal(600);
    write(editor, LONG);
    expect(heightPx(editor)).to.equal(600);
  });

  it('is not dragged smaller than its text; the dragged height is kept for a shorter text [E59]', () => {
    for (const handle of ['s', 'n'] as const) {
      const stage = createStage({ environment: environment });
      const { editor } = stage;
      const { type, content } = note(SHORT);
      stage.add('n', [0.1, 0.5, 0.3, 0.3], { type, content: { ...content } });
      write(editor, `${LONG}x`);
      expect(heightPx(editor)).to.equal(454);
      editor.select(['n']);
      const box = stage.box('n');
      const isTop = handle.includes('n');
      const y = box.y + (isTop ? 0 : box.height);
      const to = y + (isTop ? 1 : -1) * (300 / 600);
      stage.down(box.x + box.width / 2, y, { handle });
      stage.move(box.x + box.width / 2, to, { ctrl: true });
      stage.up(box.x + box.width / 2, to, { ctrl: true });
      const dragged = stage.box('n');
      expect(dragged.height * 600, handle).to.be.closeTo(454, 0.01);
      expect(minHeightPx(editor), handle).to.be.closeTo(154, 0.01);
      const edge = (each: typeof box): number => each.y + (isTop ? each.height : 0);
      expect(edge(dragged), handle).to.be.closeTo(edge(box), 1e-5);
      write(editor, SHORT);
      expect(heightPx(editor), handle).to.equal(154);
    }
  });

  /** Lines of 1.25 times the font size, with characters half as wide as the font is high. */
  const scaling: Partial<Environment> = {
    measureTextHeight: ({ block, widthPx, referenceWidthPx }) => {
      const sizePx = textStyleOf(block, referenceWidthPx)?.sizePx ?? 0;
      const marginPx = block.type === 'sticky-note' ? stickyNoteMarginPx(block) : 0;
      const { stickyNoteText, richButtonText } = block.content as Record<string, { text: string }>;
      const { length } = (stickyNoteText ?? richButtonText)?.text ?? '';
      const perLine = Math.max(1, Math.floor((widthPx - 2 * marginPx) / (sizePx / 2)));
      return 1.25 * sizePx * Math.ceil(length / perLine) + 2 * marginPx;
    },
  };

  it('is scaled with its text, margin and minimum height by a corner, and stays under the pointer [E59] [B16]', () => {
    for (const [handle, sign] of [
      ['se', 1],
      ['nw', -1],
    ] as const)
      for (const text of [SHORT, LONG]) {
        const stage = createStage({ environment: scaling });
        const { editor } = stage;
        const { type } = note(SHORT);
        const size = { stickyNoteColor: '#FFE27A', stickyNoteText: { text: '', size: 32 } };
        stage.add('n', [0.4, 0.4, 0.3, 0.3], { type, content: size });
        editor.update('n', { content: { stickyNoteText: { text, size: 32 } } });
        const page = editor.page;
        const box = stage.box('n');
        editor.select(['n']);
        const corner = {
          x: box.x + (sign === 1 ? box.width : 0),
          y: box.y + (sign === 1 ? box.height : 0),
        };
        stage.down(corner.x, corner.y, { handle });
        for (const scale of [0.9, 0.7, 0.5]) {
          const to = {
            x: corner.x - sign * (1 - scale) * box.width,
            y: corner.y - sign * (1 - scale) * box.height,
          };
          stage.move(to.x, to.y, { ctrl: true });
          const dragged = stage.box('n');
          expect(dragged.width).to.be.closeTo(scale * box.width, 1e-5);
          // 2 px of every measured height are tolerance; font sizes are rounded down.
          const outPx = (dragged.height - scale * box.height) * PX;
          expect(outPx).to.be.within(-10, 2);
          const y = dragged.y + (sign === 1 ? dragged.height : 0);
          expect(sign * (y - to.y) * PX).to.be.within(-10.01, 2.01);
        }
        stage.up(corner.x - (sign * box.width) / 2, corner.y - (sign * box.height) / 2, {
          ctrl: true,
        });
        const block = editor.blocks.get('n');
        expect(block?.content).to.deep.include({ marginPx: 8, stickyNoteText: { text, size: 16 } });
        editor.update('n', { content: { stickyNoteText: { text: '', size: 16 } } });
        expect(heightPx(editor)).to.be.closeTo(90, 0.01);
        editor.undo();
        editor.undo();
        expect(editor.page).to.deep.equal(page);
      }
  });

  it('is scaled with its text in a selection and a group, and stays in the frame [E59] [B16]', () => {
    for (const isGroup of [false, true])
      for (const scale of [0.7, 1.9]) {
        const stage = createStage({ environment: scaling });
        const { editor } = stage;
        const { type } = note(SHORT);
        const text = { text: LONG.slice(0, 60), size: 20 };
        stage.add('n', [0.1, 0.1, 0.3, 0.3], {
          type,
          content: { stickyNoteColor: '#FFE27A', stickyNoteText: text },
        });
        stage.add('b', [0.5, 0.1, 0.3, 0.1], {
          type: 'rich-button',
          content: { richButtonText: { text: 'Go', size: 24 } },
        });
        stage.add('s', [0.1, 0.45, 0.2, 0.2]);
        const page = editor.page;
        editor.select(['n', 'b', 's']);
        if (isGroup) editor.group();
        const [from, to] = [0.55, 0.55 * scale];
        stage.drag([0.8, 0.1 + from], [0.1 + 0.7 * scale, 0.1 + to], { handle: 'se', ctrl: true });
        const sizeOf = (uuid: string, key: string): unknown =>
          (editor.blocks.get(uuid)?.content as Record<string, { size?: number }>)[key]?.size;
        expect(sizeOf('n', 'stickyNoteText')).to.be.closeTo(20 * scale, 0.25);
        expect(sizeOf('b', 'richButtonText')).to.be.closeTo(24 * scale, 0.25);
        expect(stage.box('n').height).to.be.closeTo(0.3 * scale, 1e-5);
        expect(stage.box('n').width).to.be.closeTo(0.3 * scale, 1e-5);
        editor.undo();
        if (isGroup) editor.undo();
        expect(editor.page).to.deep.equal(page);
      }
  });

  it('stays readable, like texts and buttons, when a selection or a group is made tiny: font sizes stop at 10 px [B16] [E59]', () => {
    for (const isGroup of [false, true])
      for (const rotationDeg of [0, 20]) {
        const stage = createStage({ environment: scaling });
        const { editor } = stage;
        const { type } = note(SHORT);
        const add = (uuid: string, y: number, more: object) =>
          stage.add(uuid, [0.1, y, 0.3, 0.2], more);
        add('n', 0.1, {
          type,
          content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'Hi', size: 20 } },
        });
        add('b', 0.4, {
          type: 'rich-button',
          content: { richButtonText: { text: 'Go', size: 24 } },
        });
        add('t', 0.7, { type: 'text', content: { fontSize: 16 }, position: { rotationDeg } });
        editor.select(['n', 'b', 't']);
        if (isGroup) editor.group();
        const { x, y, width, height } = editor.selectionBox ?? stage.box('n');
        stage.drag([x + width, y + height], [x, y], { handle: 'se', ctrl: true });
        const sizeOf = (uuid: string, key: string): unknown =>
          (editor.blocks.get(uuid)?.content as Record<string, { size?: number }>)[key]?.size;
        expect(editor.blocks.get('t')?.content).to.include({ fontSize: 10 });
        expect(sizeOf('n', 'stickyNoteText')).to.equal(12.5);
        expect(sizeOf('b', 'richButtonText')).to.equal(15);
        expect(stage.box('b').width).to.be.closeTo(0.3 * (10 / 16), 1e-5);
      }
  });

  it('keeps its minimum height when the page, the window and the block are scaled [E59] [P5] [P7] [E8]', () => {
    for (const [scale, factor] of [
      [(editor: Editor) => editor.setReferenceWidth(1200, { scale: true }), 2],
      [(editor: Editor) => editor.setReferenceWidth(1200, { scale: false }), 1],
      [(editor: Editor) => editor.scale(2, ['n']), 2],
    ] as const) {
      const editor = editorWith(note(SHORT));
      write(editor, LONG);
      expect(scale(editor)).to.include({ ok: true });
      write(editor, SHORT);
      const unit = editor.fields.settings.referenceWidth;
      expect((editor.blocks.get('n')?.position.height ?? 0) * unit).to.be.closeTo(
        180 * factor,
        0.01,
      );
    }
  });

  it('does not change when its page is opened, when it is moved, or while it is locked or scrolls [E59]', () => {
    const editor = editorWith(note(LONG));
    expect(heightPx(editor)).to.equal(180);
    editor.nudge(5, 0, ['n']);
    expect(heightPx(editor)).to.equal(180);
    editor.setLocked(true, ['n']);
    expect(editor.update('n', { content: { minHeightPx: 5 } })).to.include({
      code: 'block_locked',
    });
    expect(heightPx(editor)).to.equal(180);
    const scrolling = editorWith(note(SHORT, { styles: { overflow: 'scroll' } }));
    write(scrolling, LONG);
    expect(heightPx(scrolling)).to.equal(180);
  });

  it('has the height that the user sets while it scrolls as its minimum when it grows again [E59]', () => {
    const overflow = (editor: Editor<Kit>, value: 'scroll' | undefined) =>
      editor.update('n', { styles: { overflow: value } }).unwrap();
    const updated = editorWith(note(SHORT));
    write(updated, LONG);
    overflow(updated, 'scroll');
    updated.update('n', { position: { height: 0.2 } });
    expect(heightPx(updated)).to.equal(120);
    write(updated, SHORT);
    overflow(updated, undefined);
    expect(heightPx(updated)).to.equal(120);

    const stage = createStage({ environment });
    const { editor } = stage;
    const { type, content } = note(SHORT);
    stage.add('n', [0.1, 0.5, 0.3, 0.3], { type, content: { ...content } });
    write(editor, LONG);
    overflow(editor, 'scroll');
    editor.select(['n']);
    const box = stage.box('n');
    const [middle, bottom] = [box.x + box.width / 2, box.y + box.height];
    stage.down(middle, bottom, { handle: 's' });
    stage.move(middle, bottom - 334 / 600, { ctrl: true });
    stage.up(middle, bottom - 334 / 600, { ctrl: true });
    expect(heightPx(editor)).to.be.closeTo(100, 0.01);
    write(editor, SHORT);
    overflow(editor, undefined);
    expect(heightPx(editor)).to.be.closeTo(100, 0.01);
  });

  it('leaves a valid page with a usable note, whatever minimum height a patch, a page or a paste gives it [E59]', () => {
    for (const [stored, height] of [
      [1_000_000, 1000],
      [0, 0.03],
    ] as const) {
      const low = { measureTextHeight: () => 10 };
      const content = { ...note(SHORT).content, minHeightPx: stored };
      const opened = makeTestEditor([note(SHORT, { content })], { environment: low });
      const patched = makeTestEditor([note(SHORT)], { environment: low });
      patched.update('n', { content: { minHeightPx: stored } }).unwrap();
      const pasted = makeTestEditor([], { environment: low });
      const [copy = ''] = pasted.paste(opened.copy(['n']) ?? '').unwrap();
      for (const [editor, uuid] of [
        [opened, 'n'],
        [patched, 'n'],
        [pasted, copy],
      ] as const) {
        editor.update(uuid, { content: { stickyNoteText: { text: 'Eggs' } } }).unwrap();
        expect(editor.blocks.get(uuid)?.position.height).to.equal(height);
        expect(safeParsePage(editor.page).ok).to.equal(true);
      }
    }
  });

  it('makes the group that contains it grow [E59]', () => {
    const group = makeTestSection('g', {
      parentUuid: 's1',
      position: { x: 0.1, y: 0.1, width: 0.3, height: 0.3 },
    });
    const editor = editorWith(
      group,
      note(SHORT, { parentUuid: 'g', position: { ...note('').position, x: 0, y: 0 } }),
    );
    write(editor, LONG);
    expect(heightPx(editor, 'g')).to.equal(434);
  });
});

describe('a button', () => {
  const button = (content: object = {}, position: object = {}): Block => ({
    ...note(''),
    type: 'rich-button',
    // 300 by 60 px, with a font of 20.4 px.
    position: { ...note('').position, width: 0.5, height: 0.1, ...position },
    content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'Go' }, ...content },
  });
  const label = (editor: Pick<Editor<Kit>, 'update'>, text: string): void => {
    editor.update('n', { content: { richButtonText: { text } } });
  };
  const fontPx = ({ blocks }: Edited): number => {
    const block = blocks.get('n');
    return (block && textStyleOf(block, 600)?.sizePx) ?? 0;
  };
  const LABEL = 'x'.repeat(200);

  it('grows with its label and keeps the font size that its own height gives it [E59] [B14]', () => {
    const editor = editorWith(button());
    const before = editor.page;
    label(editor, LABEL);
    // 29 characters in each of 7 lines.
    expect(heightPx(editor)).to.be.closeTo(7 * 20.4 + 2, 0.01);
    expect(fontPx(editor)).to.be.closeTo(20.4, 0.001);
    expect(minHeightPx(editor)).to.equal(60);
    label(editor, 'Go');
    expect(editor.page).to.deep.equal(before);
  });

  it('has space around a label of the same size when the user makes it taller after it grew [E59]', () => {
    const editor = editorWith(button());
    label(editor, LABEL);
    editor.update('n', { position: { height: 0.5 } });
    expect(heightPx(editor)).to.equal(300);
    expect(fontPx(editor)).to.be.closeTo(20.4, 0.001);
    editor.undo();
    const size = { width: 0.25, height: 0.25 };
    editor.update('n', { position: size, content: { richButtonSize: 'square' } });
    expect(fontPx(editor), 'a button of the other size has its font size').to.equal(24);
  });

  it('stays square and inside the window, with the middle of its top edge in place [E59] [B14]', () => {
    for (const [x, left] of [
      [0.4, null],
      [0.02, 0],
    ] as const) {
      // 120 px, with a font of 19.2 px.
      const square = button({ richButtonSize: 'square' }, { x, width: 0.2, height: 0.2 });
      const editor = editorWith(square);
      const before = editor.page;
      label(editor, LABEL);
      const { position } = editor.blocks.get('n') ?? square;
      expect(position.width).to.equal(position.height);
      // The smallest one: 21 lines of 10 characters would be far taller than wide.
      expect(position.width * 600).to.be.within(190, 200);
      expect(fontPx(editor)).to.be.closeTo(19.2, 0.001);
      expect(position.y).to.equal(0.1);
      expect(position.x).to.be.closeTo(left ?? 0.5 - position.width / 2, 1e-5);
      label(editor, 'Go');
      const own = editor.blocks.get('n')?.position;
      expect(own).to.include({ width: 0.2, height: 0.2 });
      expect(editor.page).to.deep.equal(before);
    }
  });

  it('has space at the sides of its label when it grows as a square, and breaks no word that nearly fits [E59] [B14]', () => {
    // Words of 13 characters, 9.6 px each: 124.8 px, and a quarter of the font size on each side.
    const charactersOf = ({ block, widthPx }: TextMeasureRequest) => {
      const sizePx = textStyleOf(block, 600)?.sizePx ?? 0;
      const { text } = (block.content as Record<string, { text: string }>).richButtonText ?? {
        text: '',
      };
      const perLine = Math.max(1, Math.floor(widthPx / (sizePx / 2)));
      return { sizePx, text, perLine };
    };
    const words: Partial<Environment> = {
      measureTextHeight: (request) => {
        const { sizePx, text, perLine } = charactersOf(request);
        return (
          sizePx * text.split(' ').reduce((sum, word) => sum + Math.ceil(word.length / perLine), 0)
        );
      },
      measureTextWidth: (request) => {
        const { sizePx, text, perLine } = charactersOf(request);
        const longest = Math.max(...text.split(' ').map(({ length }) => Math.min(length, perLine)));
        return longest * (sizePx / 2);
      },
    };
    const square = button({ richButtonSize: 'square' }, { x: 0.4, width: 0.2, height: 0.2 });
    const editor = makeTestEditor([square], { environment: words });
    const before = editor.page;
    label(editor, 'Reservations, Reservations, Reservations, Reservations,');
    const side = heightPx(editor);
    expect(side).to.be.within(13 * 9.6 + 9.6, 13 * 9.6 + 9.6 + 2);
    expect((editor.blocks.get('n')?.position.width ?? 0) * 600).to.be.closeTo(side, 0.01);
    label(editor, 'Go');
    expect(editor.page).to.deep.equal(before);
    // A word that is far too long breaks, as in other buttons.
    label(editor, LABEL);
    expect(heightPx(editor)).to.be.below(200);
  });

  it('returns to its position and size after any sequence of labels that ends with its own [E59] [B14]', () => {
    const inGrid = (min: number, max: number) =>
      fc.integer({ min: min * 1e6, max: max * 1e6 }).map((each) => each / 1e6);
    fc.assert(
      fc.property(
        fc.array(fc.nat(400), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('square', 'regular', 'note'),
        inGrid(0.1, 1.2),
        fc.oneof(fc.constantFrom('left', 'right'), inGrid(-0.5, 1.2)),
        fc.oneof(fc.constantFrom(0, 90, 180, 360), fc.integer({ min: -180, max: 180 })),
        fc.constantFrom(600, 375, 1366, 1000),
        (lengths, kind, width, at, rotationDeg, referenceWidth) => {
          const x = at === 'left' ? 0 : at === 'right' ? roundLength(1 - width) : at;
          const position = { ...note('').position, x, width, height: width, rotationDeg };
          const block =
            kind === 'note'
              ? note(SHORT, { position })
              : button(
                  { richButtonSize: kind },
                  { ...position, ...(kind === 'regular' && { height: 0.1 }) },
                );
          const editor = makeTestEditor([block], { environment });
          editor.setReferenceWidth(referenceWidth, { scale: true });
          const rewrite = (text: string) =>
            editor.update('n', {
              content:
                kind === 'note' ? { stickyNoteText: { text } } : { richButtonText: { text } },
            });
          // The text may be too long for the block already.
          rewrite('x');
          rewrite(kind === 'note' ? SHORT : 'Go');
          const before = editor.blocks.get('n');
          for (const length of lengths) {
            rewrite('x'.repeat(length));
            const now = editor.blocks.get('n')?.position;
            if (!now || !before || rotationDeg % 360 !== 0) continue;
            const { x: left, width: own } = before.position;
            // Never out of the window, unless it was before, or is wider.
            if (left >= 0 && left + own <= 1 && now.width <= 1)
              expect(now.x).to.be.within(-1e-6, 1 - now.width + 1e-6);
          }
          rewrite(kind === 'note' ? SHORT : 'Go');
          expect(editor.blocks.get('n')).to.deep.equal(before);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('stays where the user moves it while it is grown at an edge, and does not drift back [E59] [B14]', () => {
    const square = button({ richButtonSize: 'square' }, { x: 0.8, width: 0.2, height: 0.2 });
    const editor = editorWith(square);
    label(editor, LABEL);
    const { width = 0 } = editor.blocks.get('n')?.position ?? {};
    expect(editor.blocks.get('n')?.position.x).to.be.closeTo(1 - width, 1e-6);
    editor.update('n', { position: { x: 0.3 } });
    label(editor, 'Go');
    expect(editor.blocks.get('n')?.position.x).to.be.closeTo(0.3 + width / 2 - 0.1, 1e-6);
  });

  it('leaves a valid page if it is square and its label needs more than the largest block [E59] [B14]', () => {
    const side = 0.123456789;
    const square = button({ richButtonSize: 'square' }, { width: side, height: side });
    const endless = { measureTextHeight: () => 600_000 };
    const editor = makeTestEditor([square], { environment: endless });
    label(editor, LABEL);
    expect(editor.blocks.get('n')?.position).to.include({ width: 1000, height: 1000 });
    expect(safeParsePage(editor.page).ok).to.equal(true);
  });

  it('is scaled with its label when dragged by a corner, if it is square [E59] [B14]', () => {
    const stage = createStage({ environment: environment });
    const { editor } = stage;
    const { type, content } = button({ richButtonSize: 'square' });
    stage.add('n', [0.4, 0.1, 0.2, 0.2], { type, content: { ...content } });
    label(editor, LABEL);
    const box = stage.box('n');
    editor.select(['n']);
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    stage.down(right, bottom, { handle: 'se' });
    stage.move(right + box.width, bottom + box.width, { ctrl: true });
    stage.up(right + box.width, bottom + box.width, { ctrl: true });
    const scaled = stage.box('n');
    expect(scaled.width).to.be.closeTo(2 * box.width, 0.01);
    expect(scaled.height).to.be.closeTo(scaled.width, 1e-5);
    expect(fontPx(editor)).to.be.closeTo(2 * 19.2, 0.01);
    label(editor, 'Go');
    expect(heightPx(editor)).to.equal(240);
  });

  it('keeps the corners that it had, however tall it gets [E59]', () => {
    const styles = { borderRadiusPx: 2000 };
    const pill = button({ minHeightPx: 60 }, { height: 0.4 });
    expect(cornerRadiusPx({ ...pill, styles }, 600)).to.equal(30);
    expect(cornerRadiusPx({ ...pill, styles: { borderRadiusPx: 8 } }, 600)).to.equal(8);
    expect(cornerRadiusPx(pill, 600)).to.equal(undefined);
  });
});
