import { expect } from 'chai';
import { centerOf } from '../geometry/boxes.ts';
import type { MenuRequest } from '../editor/InputEvent.ts';
import { refuse } from '../model/Result.ts';
import { createStage, PX, type Stage } from './stage.test.ts';

const BOX = [0.1, 0.1, 0.2, 0.2] as const;

describe('tool keys', () => {
  it('add a block centred on the pointer, as one history entry [M13, KB5]', () => {
    const expected = { n: 'sticky-note', r: 'shape', o: 'shape' };
    for (const [key, type] of Object.entries(expected)) {
      const stage = createStage();
      stage.move(0.6, 0.4);
      stage.key(key);
      const [uuid = ''] = stage.selected();
      expect(stage.editor.blocks.get(uuid)?.type, key).to.equal(type);
      expect(centerOf(stage.box(uuid)).x, key).to.be.closeTo(0.6, 1e-5);
      expect(centerOf(stage.box(uuid)).y, key).to.be.closeTo(0.4, 1e-5);
      stage.editor.stopTextEditing();
      expect(stage.entries(), key).to.equal(1);
      stage.editor.undo();
      expect(stage.editor.blocks.size, key).to.equal(2);
    }
    const stage = createStage();
    stage.key('r');
    stage.key('o');
    const shapes = [...stage.editor.blocks.values()].filter((block) => block.type === 'shape');
    expect(shapes.map((block) => Reflect.get(block.content, 'shapeType') as unknown)).to.eql([
      'rectangle',
      'oval',
    ]);
  });

  it('start editing blocks with text; an empty text leaves no trace [M13]', () => {
    const stage = createStage();
    stage.move(0.6, 0.4);
    stage.key('t');
    expect(stage.editor.mode.name).to.equal('text-editing');
    stage.editor.setEditedText('Hello');
    stage.key('Escape');
    expect(stage.entries()).to.equal(1);
    stage.key('n');
    expect(stage.editor.mode.name).to.equal('inline-text-editing');
    stage.key('Escape');
    stage.key('t');
    stage.editor.setEditedText('');
    stage.key('Escape');
    expect(stage.entries()).to.equal(2);
    expect(stage.editor.blocks.size).to.equal(4);
  });

  it('report when the page is full [M13]', () => {
    const stage = createStage({ maxBlocks: 2 });
    stage.key('t');
    stage.key('r');
    expect(stage.refusals).to.eql([
      'things_per_page_limit_exceeded',
      'things_per_page_limit_exceeded',
    ]);
    expect(stage.editor.isInProgress).to.equal(false);
  });
});

describe('keys by physical position', () => {
  it('match when the character is from another script or with Alt or Shift, but not otherwise [M14]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    const press = (key: string, code: string, more = {}) => {
      stage.editor.dispatch({ type: 'keydown', key, code, ...more });
    };
    press('ф', 'KeyA', { ctrl: true });
    expect(stage.selected()).to.eql(['a']);
    press('å', 'KeyA', { alt: true });
    expect(stage.box('a').x).to.equal(0);
    // On a Dvorak keyboard, the key in the position of D types E, and Alt+D aligns right.
    press('e', 'KeyD', { alt: true });
    expect(stage.box('a').x).to.equal(0.8);
    press('щ', 'KeyO');
    expect(stage.editor.blocks.size).to.equal(4);
    press('я', 'KeyZ', { ctrl: true });
    expect(stage.editor.blocks.size).to.equal(3);
    press('Y', 'KeyZ', { ctrl: true, shift: true });
    expect(stage.editor.blocks.size, 'Ctrl+Shift+Z by position').to.equal(4);
    press('я', 'KeyZ', { ctrl: true });
    expect(stage.editor.blocks.size).to.equal(3);
    // On a Dvorak keyboard, the key in the position of Z types a semicolon.
    press(';', 'KeyZ', { ctrl: true });
    expect(stage.box('a').x, 'no undo by position').to.equal(0.8);
    // On a QWERTZ keyboard, the key in the position of Z types Y, and Ctrl+Y is not undo.
    press('y', 'KeyZ', { ctrl: true });
    expect(stage.editor.blocks.size).to.equal(4);
  });
});

describe('the typewriter', () => {
  it('starts a text at each click until it ends [M15]', () => {
    const stage = createStage();
    stage.key('ctrl+e');
    expect(stage.editor.isTypewriterOn).to.equal(true);
    stage.click(0.3, 0.4);
    expect(stage.editor.mode.name).to.equal('text-editing');
    const [first = ''] = stage.selected();
    // The caret is at the click: 12 px of padding, half a line of 22 px at 1.4.
    expect(stage.box(first).x * PX).to.be.closeTo(180 - 12, 1e-3);
    expect(stage.box(first).y * PX).to.be.closeTo(240 - 12 - 15.4, 1e-3);
    stage.editor.setEditedText('One');
    stage.click(0.3, 0.8);
    expect(stage.editor.mode.name).to.equal('text-editing');
    stage.editor.setEditedText('Two');
    stage.editor.dispatch({ type: 'keydown', key: 'e', ctrl: true });
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.editor.isTypewriterOn).to.equal(false);
    expect(stage.editor.blocks.size).to.equal(4);
    expect(stage.entries()).to.equal(2);
    stage.click(0.9, 0.9);
    expect(stage.editor.mode.name).to.equal('layout');
  });

  it('edits the text under a click, and ends with Esc and V [M15]', () => {
    const stage = createStage();
    stage.add('t', BOX, { type: 'text' });
    stage.editor.setTypewriter(true);
    stage.click(0.2, 0.2);
    expect(stage.editor.mode).to.eql({ name: 'text-editing', block: 't' });
    stage.key('Escape');
    stage.key('Escape');
    expect(stage.editor.isTypewriterOn).to.equal(true);
    stage.key('Escape');
    expect(stage.editor.isTypewriterOn).to.equal(false);
    stage.editor.setTypewriter(true);
    stage.key('v');
    expect(stage.editor.isTypewriterOn).to.equal(false);
  });
});

describe('a long press', () => {
  it('requests the menu of the block under it, as the right button does [M16]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    const requests: MenuRequest[] = [];
    const stop = stage.editor.onMenu((request) => requests.push(request));
    const touch = { pointerType: 'touch', pxPerUnit: PX } as const;
    stage.down(0.2, 0.2, touch);
    stage.editor.dispatch({ type: 'longpress', x: 0.2, y: 0.2, ...touch });
    stage.move(0.4, 0.4, touch);
    stage.up(0.4, 0.4, touch);
    expect(requests).to.eql([{ x: 0.2, y: 0.2, block: 'a', pointerType: 'touch' }]);
    expect(stage.selected()).to.eql(['a']);
    expect(stage.box('a').x).to.equal(0.1);
    stage.editor.dispatch({ type: 'longpress', x: 0.9, y: 0.9, ...touch });
    expect(requests[1]?.block).to.equal(null);
    stage.down(0.2, 0.2, { button: 2 });
    expect(requests[2]).to.include({ block: 'a', pointerType: 'mouse' });
    stop();
    stage.down(0.2, 0.2, { button: 2 });
    expect(requests).to.have.length(3);
  });
});

describe('editing text', () => {
  it('has the mode text-editing for rich text and inline-text-editing for plain text [M17]', () => {
    const stage = createStage();
    stage.add('t', BOX, { type: 'text' });
    stage.add('b', [0.5, 0.1, 0.2, 0.2], { type: 'rich-button' });
    stage.editor.startTextEditing('t');
    expect(stage.editor.mode).to.eql({ name: 'text-editing', block: 't' });
    stage.editor.startTextEditing('b');
    expect(stage.editor.mode).to.eql({ name: 'inline-text-editing', block: 'b' });
    stage.editor.setEditedText('Go');
    stage.editor.stopTextEditing();
    expect(stage.entries()).to.equal(1);
  });

  it('ends when its block is removed, however that happens, or keys would do nothing [M17]', () => {
    const removals: Readonly<Record<string, (stage: Stage) => void>> = {
      'by a command': ({ editor }) => editor.remove().unwrap(),
      'with its group': ({ editor }) =>
        editor.remove([editor.blocks.get('n')?.parentUuid ?? '']).unwrap(),
      'in a run': ({ editor }) => {
        editor.run(() => {
          editor.remove(['n']).unwrap();
          expect(editor.mode.name).to.equal('inline-text-editing');
        });
      },
      'in a step of the host': ({ editor }) => {
        editor.begin();
        editor.remove(['n']).unwrap();
      },
      'by undo': ({ editor }) => {
        while (editor.canUndo) editor.undo();
      },
      'because its addition is cancelled': ({ editor }) => {
        editor.stopTextEditing();
        editor.begin();
        editor.add({ type: 'sticky-note', uuid: 'n2' }, { select: true }).unwrap();
        editor.startTextEditing('n2');
        editor.cancel();
      },
    };
    for (const [how, remove] of Object.entries(removals)) {
      const stage = createStage();
      const { editor } = stage;
      stage.add('n', BOX, { type: 'sticky-note' });
      stage.add('a', [0.5, 0.1, 0.2, 0.2]);
      editor.group(['n', 'a']).unwrap();
      stage.move(0.5, 0.8);
      editor.startTextEditing('n');
      editor.setEditedText('Bread').unwrap();
      remove(stage);
      expect(editor.mode.name, how).to.equal('layout');
      expect(editor.isInProgress, how).to.equal(false);
      stage.key('r');
      expect([...editor.blocks.values()].at(-1)?.type, how).to.equal('shape');
    }
  });

  it('goes on if the removal of its block is taken back at once [M17]', () => {
    const stage = createStage();
    const { editor } = stage;
    stage.add('n', BOX, { type: 'sticky-note' });
    editor.startTextEditing('n');
    editor.setEditedText('Bread').unwrap();
    editor.run(() => {
      editor.remove(['n']).unwrap();
      return refuse('nothing_selected');
    });
    expect(editor.mode).to.eql({ name: 'inline-text-editing', block: 'n' });
    expect(editor.setEditedText('Breads').ok).to.equal(true);
  });
});
