import { expect } from 'chai';
import { createStage } from './stage.test.ts';

describe('slicing', () => {
  it('inserts space at the pointer, live, and removes only empty space, as one history entry [M10]', () => {
    const stage = createStage();
    stage.add('above', [0.1, 0.1, 0.2, 0.2]);
    stage.add('below', [0.1, 0.6, 0.2, 0.2]);
    stage.down(-0.05, 0.5, { slicer: true });
    stage.move(-0.05, 0.7);
    expect(stage.editor.mode).to.deep.include({ name: 'slicing', section: 'one', y: 0.5 });
    expect(stage.box('below').y).to.be.closeTo(0.8, 1e-6);
    expect(stage.box('above').y).to.equal(0.1);
    expect(stage.editor.stablePage.things.below?.position.y).to.equal(0.6);
    stage.move(-0.05, 0.1);
    expect(stage.box('below').y).to.be.closeTo(0.3, 1e-6);
    const { mode } = stage.editor;
    expect(mode.name === 'slicing' ? mode.by : NaN).to.be.closeTo(-0.3, 1e-6);
    stage.move(-0.05, 0.6);
    stage.up(-0.05, 0.6);
    expect(stage.box('below').y).to.be.closeTo(0.7, 1e-6);
    expect(stage.entries()).to.equal(1);
    stage.editor.undo();
    expect(stage.box('below').y).to.equal(0.6);
  });

  it('cuts the section under the pointer, and refuses a locked one [M10]', () => {
    const stage = createStage();
    stage.drag([0, 1.5], [0, 1.8], { slicer: true });
    expect(stage.editor.blocks.get('two')?.position.height).to.be.closeTo(1.3, 1e-6);
    stage.editor.setLocked(true, ['two']);
    stage.drag([0, 1.5], [0, 1.8], { slicer: true });
    expect(stage.refusals).to.eql(['block_locked']);
    expect(stage.editor.mode.name).to.equal('layout');
    stage.down(0, 0.5, { slicer: true });
    stage.move(0, 0.9);
    stage.key('Escape');
    expect(stage.editor.blocks.get('one')?.position.height).to.equal(1);
  });
});

describe('resizing-cutoff', () => {
  it('reports the width while a rail is dragged, and sets it on release [M11]', () => {
    const stage = createStage();
    stage.add('t', [0.1, 0.1, 0.2, 0.1], { type: 'text', content: { fontSize: 20 } });
    stage.down(1, 0.5, { rail: 'right' });
    stage.move(1.1, 0.5);
    expect(stage.editor.mode).to.eql({
      name: 'resizing-cutoff',
      rail: 'right',
      referenceWidthPx: 700,
      line: 700,
      scale: true,
    });
    expect(stage.editor.fields.settings.referenceWidth).to.equal(600);
    stage.move(1.125, 0.5);
    stage.up(1.125, 0.5);
    expect(stage.editor.fields.settings.referenceWidth).to.equal(750);
    expect(stage.editor.blocks.get('t')?.content).to.include({ fontSize: 25 });
    expect(stage.box('t')).to.include({ x: 0.1, width: 0.2 });
    expect(stage.entries()).to.equal(1);
  });

  it('does not scale the page if Shift is down at the start [M11]', () => {
    const stage = createStage();
    stage.add('t', [0.25, 0.1, 0.2, 0.1], { type: 'text', content: { fontSize: 20 } });
    stage.down(0, 0.5, { rail: 'left', shift: true });
    stage.move(-0.125, 0.5);
    stage.up(-0.125, 0.5);
    expect(stage.editor.fields.settings.referenceWidth).to.equal(750);
    expect(stage.editor.blocks.get('t')?.content).to.include({ fontSize: 20 });
    expect(stage.box('t').width).to.be.closeTo(0.16, 1e-6);
  });

  it('stops at 375 and 1366 px, and changes nothing on Esc [M11]', () => {
    const stage = createStage();
    const dragTo = (x: number): unknown => {
      stage.down(1, 0.5, { rail: 'right' });
      stage.move(x, 0.5);
      const { mode } = stage.editor;
      stage.key('Escape');
      return mode.name === 'resizing-cutoff' ? [mode.referenceWidthPx, mode.line] : mode.name;
    };
    expect(dragTo(0)).to.eql([375, null]);
    expect(dragTo(0.82)).to.eql([375, 375]);
    expect(dragTo(4)).to.eql([1366, null]);
    expect(dragTo(1.02)).to.eql([600, 600]);
    expect(stage.editor.fields.settings.referenceWidth).to.equal(600);
    expect(stage.entries()).to.equal(0);
    expect(stage.editor.mode.name).to.equal('layout');
  });
});

describe('resizing-section-width', () => {
  it('widens on both sides in steps of 50 px, on release [M12]', () => {
    const stage = createStage();
    stage.down(1, 0.5, { sectionSide: { section: 'one', side: 'right' } });
    stage.move(1.1, 0.5);
    expect(stage.editor.mode).to.eql({
      name: 'resizing-section-width',
      section: 'one',
      widthPx: 700,
    });
    expect(stage.editor.blocks.get('one')?.position.width).to.equal(1);
    stage.up(1.1, 0.5);
    expect((stage.editor.blocks.get('one')?.position.width ?? 0) * 600).to.be.closeTo(700, 1e-3);
    expect(stage.box('one').x).to.be.closeTo(-50 / 600, 1e-6);
    stage.drag([0, 0.5], [0.1, 0.5], { sectionSide: { section: 'one', side: 'left' } });
    expect((stage.editor.blocks.get('one')?.position.width ?? 0) * 600).to.be.closeTo(600, 1e-3);
    expect(stage.entries()).to.equal(2);
  });

  it('refuses a locked section, ignores a missing one, and is cancelled by Esc [M12]', () => {
    const stage = createStage();
    stage.editor.setLocked(true, ['two']);
    stage.drag([1, 1.5], [1.2, 1.5], { sectionSide: { section: 'two', side: 'right' } });
    expect(stage.refusals).to.eql(['block_locked']);
    stage.drag([1, 1.5], [1.2, 1.5], { sectionSide: { section: 'gone', side: 'right' } });
    stage.down(1, 0.5, { sectionSide: { section: 'one', side: 'right' } });
    stage.move(1.4, 0.5);
    stage.key('Escape');
    stage.up(1.4, 0.5);
    expect(stage.editor.blocks.get('one')?.position.width).to.equal(1);
  });
});
