import { expect } from 'chai';
import { diffPages } from '../model/Change.ts';
import { createStage, type Stage } from './stage.test.ts';

/** Locks a block or a section as another user. */
function lock({ editor }: Stage, uuid: string): void {
  const { stablePage } = editor;
  const block = stablePage.things[uuid];
  if (!block) throw new Error(`no ${uuid}`);
  const things = { ...stablePage.things, [uuid]: { ...block, locked: true } };
  editor.applyRemote(diffPages(stablePage, { ...stablePage, things }));
}

function createScene(): Stage {
  const stage = createStage();
  stage.add('a', [0.1, 0.1, 0.2, 0.2]);
  stage.add('b', [0.5, 0.1, 0.2, 0.2]);
  return stage;
}

describe('a block that another user locks during a gesture', () => {
  it('is not moved, nor are blocks dragged with it, and this is reported once [M21]', () => {
    const stage = createScene();
    const { page } = stage.editor;
    stage.editor.select(['a', 'b']);
    stage.down(0.2, 0.2);
    stage.move(0.3, 0.3);
    lock(stage, 'a');
    stage.move(0.4, 0.5);
    expect(stage.editor.mode.name).to.equal('layout');
    stage.up(0.4, 0.5);
    expect(stage.refusals).to.eql(['selection_locked']);
    expect(stage.entries()).to.equal(0);
    expect(stage.editor.page.things.a).to.eql({ ...page.things.a, locked: true });
    expect(stage.editor.page.things.b).to.eql(page.things.b);
    expect(stage.selected()).to.eql(['a', 'b']);
  });

  it('stays in position when the pointer is released without another move [M21]', () => {
    const stage = createScene();
    const before = stage.box('a');
    stage.down(0.2, 0.2);
    stage.move(0.3, 0.3);
    lock(stage, 'a');
    stage.up(0.3, 0.3);
    expect(stage.box('a')).to.eql(before);
    expect(stage.refusals).to.eql(['block_locked']);
    expect(stage.entries()).to.equal(0);
  });

  it('is not rotated, resized or pinched, and a locked section is not cut or resized [M21]', () => {
    const gestures: Readonly<Record<string, (stage: Stage) => void>> = {
      rotate: (stage) => {
        stage.editor.select(['a']);
        stage.down(0.2, 0.05, { handle: 'rotate' });
        stage.move(0.4, 0.1);
        lock(stage, 'a');
        stage.up(0.4, 0.3);
      },
      resize: (stage) => {
        stage.editor.select(['a']);
        stage.down(0.3, 0.3, { handle: 'se' });
        stage.move(0.4, 0.4);
        lock(stage, 'a');
        stage.up(0.45, 0.5);
      },
      pinch: (stage) => {
        stage.editor.select(['a']);
        const finger = { pointerType: 'touch' } as const;
        stage.down(0.15, 0.2, { ...finger, pointerId: 1 });
        stage.down(0.25, 0.2, { ...finger, pointerId: 2 });
        stage.move(0.4, 0.2, { ...finger, pointerId: 2 });
        lock(stage, 'a');
        stage.up(0.4, 0.2, { ...finger, pointerId: 2 });
        stage.up(0.15, 0.2, { ...finger, pointerId: 1 });
      },
      slice: (stage) => {
        stage.down(-0.1, 0.05, { slicer: true });
        stage.move(-0.1, 0.2);
        lock(stage, 'one');
        stage.up(-0.1, 0.3);
      },
      'section edge': (stage) => {
        stage.down(0.5, 1, { sectionEdge: 'one' });
        stage.move(0.5, 1.2);
        lock(stage, 'one');
        stage.up(0.5, 1.3);
      },
    };
    for (const [name, gesture] of Object.entries(gestures)) {
      const stage = createScene();
      const before = { a: stage.box('a'), one: stage.box('one') };
      gesture(stage);
      expect(stage.editor.mode.name, name).to.equal('layout');
      expect({ a: stage.box('a'), one: stage.box('one') }, name).to.eql(before);
      expect(stage.refusals, name).to.eql(['block_locked']);
      expect(stage.entries(), name).to.equal(0);
    }
  });
});
