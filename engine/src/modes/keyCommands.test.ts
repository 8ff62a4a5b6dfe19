import { expect } from 'chai';
import { createStage, PX } from './stage.test.ts';

describe('keys', () => {
  const three = () => {
    const stage = createStage();
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.add('b', [0.5, 0.1, 0.2, 0.2]);
    stage.add('c', [0.1, 0.5, 0.1, 0.1]);
    return stage;
  };

  it('nudges by 1 px, with Shift by 8', () => {
    const stage = three();
    stage.editor.select(['a']);
    stage.key('ArrowRight');
    stage.key('shift+ArrowDown');
    expect(stage.box('a').x).to.be.closeTo(0.1 + 1 / PX, 1e-6);
    expect(stage.box('a').y).to.be.closeTo(0.1 + 8 / PX, 1e-6);
  });

  it('selects all and none, deletes, undoes and redoes', () => {
    const stage = three();
    stage.key('ctrl+a');
    expect(stage.selected()).to.eql(['a', 'b', 'c']);
    stage.key('Escape');
    expect(stage.selected()).to.eql([]);
    stage.key('Delete');
    expect(stage.refusals).to.eql([]);
    stage.editor.select(['a']);
    stage.key('Backspace');
    expect(stage.editor.blocks.has('a')).to.equal(false);
    stage.key('ctrl+z');
    expect(stage.editor.blocks.has('a')).to.equal(true);
    stage.key('ctrl+shift+Z');
    expect(stage.editor.blocks.has('a')).to.equal(false);
    stage.key('ctrl+z');
    stage.key('ctrl+y');
    expect(stage.editor.blocks.has('a')).to.equal(false);
  });

  it('tells that words in a locked section are not edited [E9]', () => {
    const stage = createStage();
    stage.add('note', [0.1, 0.1, 0.2, 0.2], { type: 'sticky-note' });
    stage.editor.setLocked(true, ['one']);
    stage.editor.select(['note']);
    stage.key('Enter');
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.refusals).to.eql(['block_locked']);
  });

  it('duplicates, groups, ungroups, locks and aligns', () => {
    const stage = three();
    stage.editor.select(['a']);
    stage.key('ctrl+d');
    expect(stage.selected()).to.have.length(1);
    expect(stage.selected()).to.not.include('a');
    stage.editor.select(['a', 'c']);
    stage.key('ctrl+g');
    expect(stage.editor.blocks.get('a')?.parentUuid).to.equal(stage.selected()[0]);
    stage.key('ctrl+shift+G');
    expect(stage.selected()).to.eql(['a', 'c']);
    stage.editor.select(['a', 'b']);
    stage.key('alt+d');
    expect(stage.box('a').x).to.be.closeTo(0.5, 1e-6);
    stage.key('ctrl+shift+L');
    expect(stage.editor.blocks.get('b')?.locked).to.equal(true);
    stage.key('Delete');
    expect(stage.refusals).to.eql(['selection_locked']);
    stage.key('ctrl+shift+L');
    expect(stage.editor.blocks.get('b')?.locked ?? false).to.equal(false);
  });

  it('reorders', () => {
    const stage = createStage();
    for (const uuid of ['a', 'b', 'c']) stage.add(uuid, [0.1, 0.1, 0.2, 0.2]);
    const order = () => stage.editor.childrenOf('one').map((block) => block.uuid);
    stage.editor.select(['a']);
    stage.key(']');
    expect(order()).to.eql(['b', 'c', 'a']);
    stage.key('alt+[');
    expect(order()).to.eql(['b', 'a', 'c']);
    stage.key('[');
    expect(order()).to.eql(['a', 'b', 'c']);
    stage.key('alt+]');
    expect(order()).to.eql(['b', 'a', 'c']);
  });

  it('goes through blocks in reading order with Tab', () => {
    const stage = three();
    const seen = Array.from({ length: 4 }, () => {
      stage.key('Tab');
      return stage.selected()[0];
    });
    expect(seen).to.eql(['a', 'b', 'c', 'a']);
    stage.key('shift+Tab');
    expect(stage.selected()).to.eql(['c']);
  });
});
