import { expect } from 'chai';
import { CobbleError } from '../model/CobbleError.ts';
import type { InputEvent } from '../editor/InputEvent.ts';
import { createStage, PX } from './stage.test.ts';

const BOX = [0.1, 0.1, 0.2, 0.2] as const;
const RIGHT_BOX = [0.5, 0.1, 0.2, 0.2] as const;

describe('pressing', () => {
  it('selects on press, deselects on empty space, and toggles with Shift', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', RIGHT_BOX);
    stage.down(0.2, 0.2);
    expect(stage.selected()).to.eql(['a']);
    expect(stage.editor.mode.name).to.equal('pressing');
    stage.up(0.2, 0.2);
    expect(stage.editor.mode.name).to.equal('layout');
    stage.click(0.6, 0.2, { shift: true });
    expect(stage.selected()).to.eql(['a', 'b']);
    stage.click(0.2, 0.2, { shift: true });
    expect(stage.selected()).to.eql(['b']);
    stage.click(0.9, 0.9, { shift: true });
    expect(stage.selected()).to.eql(['b']);
    stage.click(0.9, 0.9);
    expect(stage.selected()).to.eql([]);
    expect(stage.entries()).to.equal(0);
  });

  it('selects only the clicked one of several selected blocks', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', RIGHT_BOX);
    stage.editor.select(['a', 'b']);
    stage.down(0.2, 0.2);
    expect(stage.selected()).to.eql(['a', 'b']);
    stage.up(0.2, 0.2);
    expect(stage.selected()).to.eql(['a']);
  });

  it('treats less than 4 px as a click, less than 10 px with a finger', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.down(0.2, 0.2);
    stage.move(0.2 + 3.9 / PX, 0.2);
    expect(stage.editor.mode.name).to.equal('pressing');
    stage.move(0.2 + 4.1 / PX, 0.2);
    expect(stage.editor.mode.name).to.equal('translating');
    stage.editor.dispatch({ type: 'pointercancel' });
    stage.down(0.2, 0.2, { pointerType: 'touch' });
    stage.move(0.2 + 9 / PX, 0.2, { pointerType: 'touch' });
    expect(stage.editor.mode.name).to.equal('pressing');
  });

  it('measures in screen px at every zoom [M22]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.down(0.2, 0.2, { zoom: 4 });
    stage.move(0.2 + 0.9 / PX, 0.2, { zoom: 4 });
    expect(stage.editor.mode.name).to.equal('pressing');
    stage.move(0.2 + 1.1 / PX, 0.2, { zoom: 4 });
    expect(stage.editor.mode.name).to.equal('translating');
    stage.editor.dispatch({ type: 'pointercancel' });
    stage.add('b', RIGHT_BOX);
    for (const [zoom, isSnapped] of [
      [1, true],
      [4, false],
    ] as const) {
      stage.down(0.6, 0.2, { zoom });
      // 2 px at the reference width from the position next to the other block's right edge.
      stage.move(0.4 + 2 / PX, 0.2, { zoom });
      expect(stage.box('b').x === 0.3, String(zoom)).to.equal(isSnapped);
      stage.editor.dispatch({ type: 'pointercancel' });
    }
    expect(() => {
      stage.down(0.2, 0.2, { zoom: 0 });
    }).to.throw(CobbleError);
  });

  it('restores the selection when the press is cancelled', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', RIGHT_BOX);
    stage.editor.select(['b']);
    stage.down(0.2, 0.2, { pointerType: 'touch' });
    stage.editor.dispatch({ type: 'pointercancel' });
    expect(stage.selected()).to.eql(['b']);
  });

  it('cycles through overlapping blocks with Alt+click, and then drags the selected one', () => {
    const stage = createStage();
    stage.add('low', [0.1, 0.1, 0.4, 0.4]);
    stage.add('middle', [0.1, 0.1, 0.4, 0.4]);
    stage.add('top', [0.1, 0.1, 0.4, 0.4]);
    const alt = { alt: true };
    const seen = Array.from({ length: 5 }, () => {
      stage.click(0.2, 0.2, alt);
      return stage.selected()[0];
    });
    expect(seen).to.eql(['top', 'middle', 'low', 'top', 'middle']);
    stage.drag([0.2, 0.2], [0.2, 0.41], { ctrl: true });
    expect(stage.box('middle').y).to.be.closeTo(0.31, 1e-6);
    expect(stage.box('top').y).to.equal(0.1);
  });

  it('edits text on a second tap, Enter or a double click, and stops on Esc', () => {
    const stage = createStage();
    stage.add('note', BOX, { type: 'sticky-note' });
    const editing = () => stage.editor.mode.name === 'inline-text-editing';
    stage.click(0.2, 0.2);
    expect(editing()).to.equal(false);
    stage.click(0.2, 0.2);
    expect(editing()).to.equal(true);
    stage.key('Escape');
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.selected()).to.eql(['note']);
    stage.key('Enter');
    expect(editing()).to.equal(true);
    stage.down(0.2, 0.2);
    expect(editing(), 'a press inside the text does not end editing').to.equal(true);
    stage.down(0.9, 0.9);
    expect(editing()).to.equal(false);
    stage.up(0.9, 0.9);
    expect(stage.selected()).to.eql([]);
    stage.editor.dispatch({ type: 'doubleclick', x: 0.2, y: 0.2, pxPerUnit: PX });
    expect(editing()).to.equal(true);
  });

  it('does not edit the text of a locked block', () => {
    const stage = createStage();
    stage.add('note', BOX, { type: 'sticky-note', locked: true });
    stage.click(0.2, 0.2);
    stage.click(0.2, 0.2);
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.refusals).to.eql(['block_locked']);
  });

  it('selects on right click, and exposes the hovered block', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.move(0.2, 0.2);
    expect(stage.editor.hoveredId).to.equal('a');
    stage.down(0.2, 0.2, { button: 2 });
    expect(stage.selected()).to.eql(['a']);
    expect(stage.editor.mode.name).to.equal('layout');
    stage.move(0.9, 0.9);
    expect(stage.editor.hoveredId).to.equal(null);
  });

  it('enters a group on double click and leaves it with Esc', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', RIGHT_BOX);
    stage.editor.select(['a', 'b']);
    const grouped = stage.editor.group();
    const group = grouped.ok ? grouped.value : '';
    stage.editor.clearSelection();
    stage.click(0.2, 0.2);
    expect(stage.selected()).to.eql([group]);
    stage.editor.dispatch({ type: 'doubleclick', x: 0.2, y: 0.2, pxPerUnit: PX });
    expect(stage.selected()).to.eql(['a']);
    stage.click(0.6, 0.2);
    expect(stage.selected()).to.eql(['b']);
    stage.key('Escape');
    expect(stage.selected()).to.eql([group]);
    stage.key('Escape');
    expect(stage.selected()).to.eql([]);
  });

  it('lets a visitor press, drag and use keys, without effect', () => {
    const filled = createStage();
    filled.add('a', BOX);
    const { page } = filled.editor;
    const stage = createStage({
      page,
      permissions: { canView: true, canSample: false, canEdit: false, canPublish: false },
    });
    stage.click(0.2, 0.2);
    expect(stage.selected()).to.eql([]);
    stage.drag([0.2, 0.2], [0.5, 0.5]);
    for (const key of ['ctrl+a', 'Delete', 'r']) stage.key(key);
    expect(stage.selected()).to.eql([]);
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.editor.page).to.eql(page);
  });
});

describe('dispatch', () => {
  it('reports the path of an invalid input event, and changes nothing [M20]', () => {
    const stage = createStage();
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.down(0.2, 0.2);
    const before = [stage.editor.mode, stage.editor.page];
    const bad: readonly (readonly [string, unknown])[] = [
      ['type', { type: 'nope' }],
      ['x', { type: 'pointermove', x: 'left', y: 0, pxPerUnit: 600 }],
      [
        'sectionSide.side',
        {
          type: 'pointerdown',
          x: 0,
          y: 0,
          pxPerUnit: 600,
          sectionSide: { section: 's', side: 'top' },
        },
      ],
      ['', null],
      ['', 5],
      [
        '',
        {
          get type(): string {
            throw new TypeError('no');
          },
        },
      ],
    ];
    for (const [path, event] of bad)
      expect(() => {
        stage.editor.dispatch(event as InputEvent);
      }, path)
        .to.throw(CobbleError)
        .that.deep.includes({ code: 'input_invalid', details: { path } });
    expect([stage.editor.mode, stage.editor.page]).to.eql(before);
    stage.up(0.2, 0.2);
    expect(stage.selected()).to.eql(['a']);
  });
});
