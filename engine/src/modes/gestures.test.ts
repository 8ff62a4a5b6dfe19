import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import { centerOf } from '../geometry/boxes.ts';
import { createStage, PX } from './stage.test.ts';

const BOX = [0.1, 0.1, 0.2, 0.2] as const;
const free = { ctrl: true };

describe('translating', () => {
  it('moves the selection as one history entry', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.5, 0.1, 0.1, 0.1]);
    stage.editor.select(['a', 'b']);
    stage.drag([0.2, 0.2], [0.25, 0.33], free);
    expect(stage.box('a').x).to.be.closeTo(0.15, 1e-6);
    expect(stage.box('b').y).to.be.closeTo(0.23, 1e-6);
    expect(stage.entries()).to.equal(1);
    stage.key('ctrl+z');
    expect(stage.box('a')).to.include({ x: 0.1, y: 0.1 });
    expect(stage.box('b')).to.include({ x: 0.5, y: 0.1 });
  });

  it('snaps within 3 px and shows guides, but not with Ctrl', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.5, 0.6, 0.13, 0.17]);
    stage.down(0.55, 0.65);
    stage.move(0.154, 0.657);
    expect(stage.box('b').x).to.be.closeTo(0.1, 1e-6);
    expect(stage.editor.guides.map((guide) => guide.axis)).to.include('x');
    stage.editor.dispatch({ type: 'keydown', key: 'Control', ctrl: true });
    expect(stage.box('b').x).to.be.closeTo(0.104, 1e-6);
    expect(stage.editor.guides).to.eql([]);
    stage.up(0.154, 0.657, free);
    expect(stage.editor.guides).to.eql([]);
  });

  it('moves along one axis with Shift', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.down(0.2, 0.2);
    stage.move(0.3, 0.23, { shift: true, ctrl: true });
    stage.up(0.3, 0.23, { shift: true, ctrl: true });
    expect(stage.box('a').x).to.be.closeTo(0.2, 1e-6);
    expect(stage.box('a').y).to.equal(0.1);
  });

  it('is reverted by Esc and by pointercancel', () => {
    for (const stop of [{ type: 'keydown', key: 'Escape' }, { type: 'pointercancel' }] as const) {
      const stage = createStage();
      stage.add('a', BOX);
      stage.down(0.2, 0.2);
      stage.move(0.5, 0.5);
      stage.editor.dispatch(stop);
      expect(stage.box('a')).to.include({ x: 0.1, y: 0.1 });
      expect(stage.entries()).to.equal(0);
      expect(stage.editor.isInProgress).to.equal(false);
      expect(stage.editor.mode.name).to.equal('layout');
    }
  });

  it('moves a copy with Alt, and discards it on Esc', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.drag([0.2, 0.2], [0.5, 0.6], { alt: true, ctrl: true });
    const [copy = ''] = stage.selected();
    expect(copy).to.not.equal('a');
    expect(stage.box('a')).to.include({ x: 0.1, y: 0.1 });
    expect(stage.box(copy).x).to.be.closeTo(0.4, 1e-6);
    expect(stage.box(copy).y).to.be.closeTo(0.5, 1e-6);
    expect(stage.entries()).to.equal(1);
    stage.down(0.2, 0.2, { alt: true });
    stage.move(0.3, 0.3, { alt: true });
    stage.key('Escape');
    expect(stage.editor.blocks.size).to.equal(4);
    expect(stage.selected()).to.eql(['a']);
  });

  it('moves a copy while Alt is down, whenever it is pressed', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.down(0.2, 0.2, free);
    stage.move(0.4, 0.3, free);
    expect(stage.editor.blocks.size).to.equal(3);
    stage.move(0.5, 0.6, { ...free, alt: true });
    const [copy = ''] = stage.selected();
    expect(copy).to.not.equal('a');
    expect(stage.box('a')).to.include({ x: 0.1, y: 0.1 });
    expect(stage.box(copy).x).to.be.closeTo(0.4, 1e-6);
    stage.move(0.5, 0.6, free);
    expect(stage.selected()).to.eql(['a']);
    expect(stage.editor.blocks.size).to.equal(3);
    stage.up(0.5, 0.6, free);
    expect(stage.box('a').x).to.be.closeTo(0.4, 1e-6);
    expect(stage.entries()).to.equal(1);
  });

  it('reports a refused copy, and continues', () => {
    const stage = createStage({ maxBlocks: 3 });
    stage.add('a', BOX);
    stage.drag([0.2, 0.2], [0.5, 0.6], { alt: true });
    expect(stage.refusals).to.include('things_per_page_limit_exceeded');
    expect(stage.editor.mode.name).to.equal('layout');
    stage.drag([0.2, 0.2], [0.3, 0.3], free);
    expect(stage.box('a').x).to.be.closeTo(0.2, 1e-6);
  });

  it('moves a block to the section under its centre, at the same position on the page', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.drag([0.2, 0.2], [0.22, 1.35], free);
    expect(stage.editor.blocks.get('a')?.parentUuid).to.equal('two');
    expect(stage.box('a').x).to.be.closeTo(0.12, 1e-6);
    expect(stage.box('a').y).to.be.closeTo(1.25, 1e-6);
    expect(stage.editor.blocks.get('a')?.position.y).to.be.closeTo(0.25, 1e-6);
  });

  it('refuses children of a locked section [E9]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.5, 0.1, 0.1, 0.1]);
    stage.editor.setLocked(true, ['one']);
    stage.drag([0.2, 0.2], [0.4, 0.4], free);
    expect(stage.box('a')).to.include({ x: 0.1, y: 0.1 });
    stage.editor.select(['a', 'b']);
    stage.drag([0.2, 0.2], [0.4, 0.4], free);
    expect(stage.box('b')).to.include({ x: 0.5, y: 0.1 });
    expect(stage.refusals).to.eql(['block_locked', 'selection_locked']);
  });

  it('refuses a group with a locked block [E9]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.5, 0.1, 0.1, 0.1]);
    stage.editor.select(['a', 'b']);
    stage.editor.group();
    stage.editor.setLocked(true, ['b']);
    stage.drag([0.2, 0.2], [0.4, 0.4], free);
    expect(stage.refusals).to.eql(['selection_locked']);
    expect(stage.box('a')).to.include({ x: 0.1, y: 0.1 });
    expect(stage.box('b')).to.include({ x: 0.5, y: 0.1 });
  });

  it('refuses locked blocks, single or in a selection', () => {
    const stage = createStage();
    stage.add('a', BOX, { locked: true });
    stage.add('b', [0.5, 0.1, 0.1, 0.1]);
    stage.drag([0.2, 0.2], [0.4, 0.4]);
    stage.editor.select(['a', 'b']);
    stage.drag([0.55, 0.15], [0.7, 0.7]);
    expect(stage.refusals).to.eql(['block_locked', 'selection_locked']);
    expect(stage.box('b')).to.include({ x: 0.5, y: 0.1 });
    expect(stage.entries()).to.equal(0);
  });
});

describe('brushing', () => {
  it('selects the blocks that it touches, adds with Shift, and skips locked ones', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.5, 0.1, 0.2, 0.2]);
    stage.add('c', [0.1, 0.5, 0.2, 0.2], { locked: true });
    stage.down(0.02, 0.02);
    stage.move(0.2, 0.6);
    expect(stage.selected()).to.eql(['a']);
    expect(stage.editor.marquee?.width).to.be.closeTo(0.18, 1e-9);
    stage.up(0.2, 0.6);
    expect(stage.editor.marquee).to.equal(null);
    stage.drag([0.75, 0.05], [0.65, 0.15], { shift: true });
    expect(stage.selected()).to.eql(['a', 'b']);
    stage.down(0.9, 0.9);
    stage.move(0.8, 0.8);
    expect(stage.selected()).to.eql([]);
    stage.key('Escape');
    expect(stage.selected()).to.eql(['a', 'b']);
  });

  it('uses the rotated shape, and does not start with a finger', () => {
    const stage = createStage();
    stage.add('bar', [0.2, 0.39, 0.6, 0.02], { position: { rotationDeg: 45 } });
    stage.drag([0.95, 0.1], [0.6, 0.3]);
    expect(stage.selected()).to.eql([]);
    stage.drag([0.95, 0.1], [0.4, 0.5]);
    expect(stage.selected()).to.eql(['bar']);
    stage.drag([0.95, 0.05], [0.4, 0.5], { pointerType: 'touch' });
    expect(stage.selected()).to.eql(['bar']);
  });
});

describe('resizing', () => {
  const handle = (name: 'se' | 'e' | 's' | 'nw') => ({ handle: name, ctrl: true }) as const;

  it('moves only the dragged corner; Shift keeps the aspect ratio, Alt the centre', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    stage.drag([0.3, 0.3], [0.5, 0.4], handle('se'));
    expect(stage.box('a').width).to.be.closeTo(0.4, 1e-6);
    expect(stage.box('a').height).to.be.closeTo(0.3, 1e-6);
    stage.drag([0.1, 0.1], [0.2, 0.1], { ...handle('nw'), shift: true });
    expect(stage.box('a').width / stage.box('a').height).to.be.closeTo(4 / 3, 1e-5);
    expect(stage.box('a').x + stage.box('a').width).to.be.closeTo(0.5, 1e-6);
    const center = centerOf(stage.box('a'));
    stage.drag([0.5, 0.4], [0.55, 0.45], { ...handle('se'), alt: true });
    expect(centerOf(stage.box('a')).x).to.be.closeTo(center.x, 1e-6);
    expect(stage.entries()).to.equal(3);
  });

  it('snaps the dragged edge and stops at the minimum size', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    stage.down(0.3, 0.2, { handle: 'e' });
    stage.move(0.497, 0.2);
    expect(stage.box('a').width).to.be.closeTo(0.4, 1e-6);
    expect(stage.editor.guides).to.have.length(1);
    stage.move(-0.9, 0.2);
    expect(stage.box('a').width).to.be.closeTo(0.03, 1e-6);
    stage.key('Escape');
    expect(stage.box('a').width).to.equal(0.2);
  });

  it('keeps the aspect ratio of images at corners, not at sides', () => {
    const stage = createStage();
    stage.add('a', BOX, {
      type: 'image',
      content: { url: '/assets/a.png', naturalWidth: 100, naturalHeight: 100 },
    });
    stage.editor.select(['a']);
    stage.drag([0.3, 0.3], [0.4, 0.3], handle('se'));
    expect(stage.box('a').width).to.be.closeTo(0.3, 1e-6);
    expect(stage.box('a').height).to.be.closeTo(0.3, 1e-6);
    stage.drag([0.4, 0.2], [0.5, 0.2], handle('e'));
    expect(stage.box('a').height).to.be.closeTo(0.3, 1e-6);
  });

  it('keeps the aspect ratio of a drawing at sides too, so that strokes are not distorted [B12]', () => {
    const stage = createStage();
    stage.add('a', BOX, {
      type: 'drawing',
      content: { drawingPaths: '', drawingWidth: 100, drawingHeight: 100 },
    });
    stage.editor.select(['a']);
    stage.drag([0.3, 0.2], [0.4, 0.2], handle('e'));
    expect(stage.box('a').width).to.be.closeTo(0.3, 1e-6);
    expect(stage.box('a').height).to.be.closeTo(0.3, 1e-6);
  });

  it('keeps the aspect ratio at corners for types that declare it, kits included [B12]', () => {
    const kitOf = (type: string, keepsAspect: boolean) =>
      defineKit({
        block: defineBlock({
          type,
          content: z.looseObject({}),
          capabilities: { keepsAspect },
          defaultContent: () => ({}),
        }),
      });
    const stage = createStage({ kits: [kitOf('stiff', true), kitOf('soft', false)] });
    const heights = ['stiff', 'soft', 'text'].map((type) => {
      stage.add(type, BOX, { type });
      stage.editor.select([type]);
      const { x, y, width, height } = stage.box(type);
      stage.drag([x + width, y + height], [x + 2 * width, y + height], handle('se'));
      return stage.box(type).height / height;
    });
    expect(heights.map((each) => Math.round(each))).to.deep.equal([2, 1, 2]);
  });

  it('scales a text’s font size and padding at corners', () => {
    const stage = createStage();
    stage.add('t', [0.1, 0.1, 0.4, 0.1], { type: 'text', content: { fontSize: 20 } });
    stage.editor.select(['t']);
    stage.drag([0.5, 0.2], [0.9, 0.3], handle('se'));
    const block = stage.editor.blocks.get('t');
    expect(block?.content).to.include({ fontSize: 40 });
    expect(block?.styles.paddingPx).to.equal(24);
    expect(stage.box('t').width).to.be.closeTo(0.8, 1e-6);
    stage.drag([0.9, 0.3], [0.1, 0.1], handle('se'));
    expect(stage.editor.blocks.get('t')?.content).to.include({ fontSize: 10 });
  });

  it('scales the font sizes of a kit’s block by its definition, to at least 10 px [B16]', () => {
    const kit = defineKit({
      block: defineBlock({
        type: 'motto',
        content: z.looseObject({ letterPx: z.number(), motto: z.string() }),
        capabilities: { keepsAspect: true },
        defaultContent: () => ({ letterPx: 20, motto: 'Hope' }),
        smallestFontSizePx: ({ letterPx }) => letterPx,
        scaleText: (content, factor) => ({
          ...content,
          letterPx: Math.floor(content.letterPx * factor * 4 + 1e-6) / 4,
        }),
      }),
    });
    const stage = createStage({ kits: [kit] });
    stage.add('m', BOX, { type: 'motto', styles: { paddingPx: 4 } });
    stage.editor.select(['m']);
    const { x, y, width, height } = stage.box('m');
    stage.drag([x + width, y + height], [x + 2 * width, y + 2 * height], handle('se'));
    const motto = () => stage.editor.blocks.get('m');
    expect(motto()?.content).to.deep.include({ letterPx: 40, motto: 'Hope' });
    expect(motto()?.styles.paddingPx).to.equal(8);
    stage.drag([x + 2 * width, y + 2 * height], [x, y], handle('se'));
    expect(motto()?.content).to.deep.include({ letterPx: 10 });
    expect(stage.box('m').width).to.be.closeTo(width / 2, 1e-6);
    stage.editor.scale(0.5);
    expect(stage.box('m').width).to.be.closeTo(width / 2, 1e-6);
  });

  it('adjusts the height of a text to its width until a height is set', () => {
    const stage = createStage({
      environment: { measureTextHeight: ({ widthPx }) => 23_760 / widthPx },
    });
    stage.add('t', [0.1, 0.1, 0.4, 0.1], { type: 'text' });
    stage.editor.select(['t']);
    stage.drag([0.5, 0.12], [0.3, 0.12], handle('e'));
    expect(stage.box('t').width).to.be.closeTo(0.2, 1e-6);
    expect(stage.box('t').height).to.be.closeTo(200 / PX, 1e-5);
    expect(stage.box('t').y).to.be.closeTo(0.1, 1e-6);
    stage.drag([0.2, 0.1 + 200 / PX], [0.2, 0.7], handle('s'));
    expect(stage.editor.blocks.get('t')?.content).to.include({ useAutosize: false });
    expect(stage.box('t').height).to.be.closeTo(0.6, 1e-5);
  });

  it('sets the width of a text that is dragged by a side or a corner', () => {
    const stage = createStage({ environment: { measureTextWidth: () => 60 } });
    for (const [uuid, name] of [
      ['t', 'e'],
      ['u', 'se'],
    ] as const) {
      const content = { useAutowidth: true };
      stage.add(uuid, [0.1, 0.1, 0.4, 0.1], { type: 'text', content });
      stage.editor.select([uuid]);
      stage.drag([0.5, 0.2], [0.7, 0.25], handle(name));
      expect(stage.editor.blocks.get(uuid)?.content).not.to.have.property('useAutowidth');
      expect(stage.box(uuid).width).to.be.closeTo(0.6, 1e-5);
      stage.editor.update(uuid, { content: { fontSize: 30 } });
      expect(stage.box(uuid).width).to.be.closeTo(0.6, 1e-5);
    }
  });

  it('scales a group and its contents about the opposite corner', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.3, 0.3, 0.1, 0.1]);
    stage.editor.select(['a', 'b']);
    stage.editor.group();
    stage.drag([0.4, 0.4], [0.7, 0.7], handle('se'));
    expect(stage.box('a').width).to.be.closeTo(0.4, 1e-5);
    expect(stage.box('b').x).to.be.closeTo(0.5, 1e-5);
    expect(stage.box('b').width).to.be.closeTo(0.2, 1e-5);
  });
});

describe('rotating', () => {
  it('rotates one block about its centre and snaps to 45 degrees', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    stage.drag([0.2, 0.05], [0.35, 0.205], { handle: 'rotate' });
    expect(stage.editor.blocks.get('a')?.position.rotationDeg).to.equal(90);
    expect(centerOf(stage.box('a')).x).to.be.closeTo(0.2, 1e-6);
    expect(stage.entries()).to.equal(1);
  });

  it('rotates several blocks about their common centre', () => {
    const stage = createStage();
    stage.add('a', [0.2, 0.4, 0.1, 0.1]);
    stage.add('b', [0.6, 0.4, 0.1, 0.1]);
    stage.editor.select(['a', 'b']);
    stage.drag([0.45, 0.2], [0.7, 0.45], { handle: 'rotate' });
    expect(centerOf(stage.box('a')).x).to.be.closeTo(0.45, 1e-6);
    expect(centerOf(stage.box('a')).y).to.be.closeTo(0.25, 1e-6);
    expect(centerOf(stage.box('b')).y).to.be.closeTo(0.65, 1e-6);
    expect(stage.editor.blocks.get('b')?.position.rotationDeg).to.equal(90);
  });
});

describe('resizing-section', () => {
  it('drags the bottom edge live, as one history entry', () => {
    const stage = createStage();
    stage.add('below', [0.1, 0.1, 0.2, 0.2], { parentUuid: 'two' });
    stage.down(0.5, 1, { sectionEdge: 'one' });
    stage.move(0.5, 1.2);
    expect(stage.editor.mode).to.eql({ name: 'resizing-section', section: 'one' });
    expect(stage.box('below').y).to.be.closeTo(1.3, 1e-6);
    stage.move(0.5, 1.3);
    stage.up(0.5, 1.3);
    expect(stage.editor.blocks.get('one')?.position.height).to.be.closeTo(1.3, 1e-6);
    expect(stage.editor.fields.relativeHeight).to.be.closeTo(2.3, 1e-6);
    expect(stage.entries()).to.equal(1);
  });
});
