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

  it('nudges by 1 px, with Shift by 8 [KB5]', () => {
    const stage = three();
    stage.editor.select(['a']);
    stage.key('ArrowRight');
    stage.key('shift+ArrowDown');
    expect(stage.box('a').x).to.be.closeTo(0.1 + 1 / PX, 1e-6);
    expect(stage.box('a').y).to.be.closeTo(0.1 + 8 / PX, 1e-6);
  });

  it('resizes by 1 px at the right and lower edges, with Shift by 8 [M23]', () => {
    const stage = three();
    stage.editor.select(['a']);
    stage.key('ctrl+ArrowRight');
    stage.key('ctrl+shift+ArrowDown');
    const { x, y, width, height } = stage.box('a');
    expect([x, y]).to.eql([0.1, 0.1]);
    expect(width).to.be.closeTo(0.2 + 1 / PX, 1e-6);
    expect(height).to.be.closeTo(0.2 + 8 / PX, 1e-6);
    expect(stage.entries()).to.equal(2);
    stage.key('ctrl+shift+ArrowLeft');
    stage.key('ctrl+ArrowUp');
    expect(stage.box('a').width).to.be.closeTo(0.2 - 7 / PX, 1e-6);
    expect(stage.box('a').height).to.be.closeTo(0.2 + 7 / PX, 1e-6);
  });

  it('resizes a rotated block along its own edges, and several at once [M23]', () => {
    const stage = three();
    stage.editor.update('a', { position: { rotationDeg: 90 } });
    stage.editor.select(['a']);
    stage.key('ctrl+shift+ArrowRight');
    const resized = stage.box('a');
    expect(resized.width).to.be.closeTo(0.2 + 8 / PX, 1e-6);
    expect(resized.height).to.be.closeTo(0.2, 1e-6);
    stage.editor.select(['b', 'c']);
    const [b, c] = [stage.box('b'), stage.box('c')];
    stage.key('ctrl+shift+ArrowDown');
    expect(stage.box('b').height).to.be.greaterThan(b.height);
    expect(stage.box('c').height).to.be.greaterThan(c.height);
    expect(stage.box('b').y).to.be.closeTo(b.y, 1e-6);
  });

  it('stops at the minimum size, and refuses locked blocks [M23]', () => {
    const stage = createStage();
    stage.add('tiny', [0.1, 0.1, 0.035, 0.035]);
    stage.editor.select(['tiny']);
    for (let count = 0; count < 3; count += 1) stage.key('ctrl+shift+ArrowLeft');
    expect(stage.box('tiny').width).to.be.closeTo(0.03, 1e-6);
    stage.editor.setLocked(true);
    stage.key('ctrl+ArrowRight');
    stage.key('>');
    stage.key('alt+ArrowDown');
    expect(stage.refusals).to.eql(['block_locked', 'block_locked', 'block_locked']);
    expect(stage.box('tiny').width).to.be.closeTo(0.03, 1e-6);
  });

  it('rotates to multiples of 15 degrees, with Alt by 1 [M24, KB5]', () => {
    const stage = three();
    stage.editor.select(['a']);
    const deg = () => stage.editor.blocks.get('a')?.position.rotationDeg;
    stage.key('shift+>');
    expect(deg()).to.equal(15);
    stage.key('alt+shift+>');
    expect(deg()).to.equal(16);
    stage.key('>');
    expect(deg()).to.equal(30);
    stage.key('alt+shift+<');
    stage.key('<');
    expect(deg()).to.equal(15);
    const { x, y } = stage.box('a');
    expect([x, y]).to.eql([0.1, 0.1]);
    stage.editor.select(['b', 'c']);
    const before = stage.entries();
    stage.key('>');
    expect(stage.editor.blocks.get('c')?.position.rotationDeg).to.equal(15);
    expect(stage.entries() - before).to.equal(1);
  });

  it('moves to the section below and back, at the same distance from its top where it fits [M25, KB5]', () => {
    const stage = three();
    stage.editor.resizeSection('two', { height: 0.3 });
    stage.editor.select(['c']);
    stage.key('alt+ArrowDown');
    expect(stage.editor.blocks.get('c')?.parentUuid).to.equal('two');
    expect(stage.box('c').x).to.be.closeTo(0.1, 1e-6);
    expect(stage.box('c').y).to.be.closeTo(1.2, 1e-6);
    stage.key('alt+ArrowDown');
    expect(stage.editor.blocks.get('c')?.parentUuid).to.equal('two');
    stage.key('alt+ArrowUp');
    expect(stage.editor.blocks.get('c')?.parentUuid).to.equal('one');
    expect(stage.box('c').y).to.be.closeTo(0.2, 1e-6);
    stage.editor.setLocked(true, ['two']);
    stage.key('alt+ArrowDown');
    expect(stage.editor.blocks.get('c')?.parentUuid).to.equal('one');
    expect(stage.refusals).to.eql(['block_locked']);
  });

  it('unlocks the group of a block in a locked group, which cannot be edited before that [ED29]', () => {
    const stage = three();
    stage.editor.select(['a', 'b']);
    stage.key('ctrl+g');
    const [group = ''] = stage.editor.selection;
    const lockedIds = () =>
      [...stage.editor.blocks.values()].flatMap(({ uuid, locked }) => (locked ? [uuid] : []));
    stage.key('ctrl+shift+l');
    stage.editor.select(['a']);
    stage.key('ctrl+shift+l');
    expect(lockedIds()).to.eql([]);
    stage.key('ctrl+shift+l');
    expect(lockedIds()).to.eql(['a']);
    stage.editor.setLocked(true, [group]);
    stage.key('ctrl+shift+l');
    expect(lockedIds()).to.eql([group]);
  });

  it('selects all and none, deletes, undoes and redoes [KB5]', () => {
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

  it('reports that text in a locked section cannot be edited [E9]', () => {
    const stage = createStage();
    stage.add('note', [0.1, 0.1, 0.2, 0.2], { type: 'sticky-note' });
    stage.editor.setLocked(true, ['one']);
    stage.editor.select(['note']);
    stage.key('Enter');
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.refusals).to.eql(['block_locked']);
  });

  it('duplicates, groups, ungroups, locks and aligns [KB5]', () => {
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

  it('reorders [KB5]', () => {
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

  it('selects the next block in reading order with Tab', () => {
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
