import { expect } from 'chai';
import { createStage, PX } from './stage.test.ts';
import { RICH_BUTTON_SIZES, richButton } from '../blocks/rich-button/richButton.ts';

describe('a rich button', () => {
  const content = { richButtonColor: '#2B4EFF', richButtonText: { text: 'Go' } };

  it('has a default size for Regular, 548 by 83 px, and for Square [B14]', () => {
    expect(richButton.defaultSizePx?.(content)).to.eql({ width: 548, height: 83 });
    const square = { ...content, richButtonSize: 'square' } as const;
    expect(richButton.defaultSizePx?.(square)).to.eql({ width: 150, height: 150 });
    expect(Object.values(RICH_BUTTON_SIZES).map(({ label }) => label)).to.eql([
      'Regular',
      'Square',
    ]);
    expect(richButton.content.safeParse({ ...content, richButtonSize: 'round' }).success).to.equal(
      false,
    );
  });

  it('has space between its edges and a long label when it is new [B14]', () => {
    const { editor } = createStage();
    const [uuid = ''] = editor.add({ type: 'rich-button', content }).unwrap();
    expect(editor.blocks.get(uuid)?.styles.paddingPx).to.equal(12);
    const bare = editor.add({ type: 'rich-button', content, styles: { paddingPx: 0 } }).unwrap();
    expect(editor.blocks.get(bare[0] ?? '')?.styles.paddingPx).to.equal(0);
  });

  it('stays square when a corner is dragged; a regular one takes any width [B14]', () => {
    for (const [richButtonSize, isSquare] of [
      ['square', true],
      ['regular', false],
    ] as const) {
      const stage = createStage();
      const { editor } = stage;
      const added = editor.add({ type: 'rich-button', content: { ...content, richButtonSize } });
      const [uuid = ''] = added.ok ? added.value : [];
      const box = stage.box(uuid);
      expect(Math.abs(box.width - box.height) < 1e-6).to.equal(isSquare);
      const corner = { x: box.x + box.width, y: box.y + box.height };
      stage.down(corner.x, corner.y, { handle: 'se' });
      stage.move(corner.x - 30 / PX, corner.y + 60 / PX, { ctrl: true });
      stage.up(corner.x - 30 / PX, corner.y + 60 / PX, { ctrl: true });
      const { width, height } = stage.box(uuid);
      expect(width).to.not.equal(box.width);
      expect(Math.abs(width - height) < 1e-6).to.equal(isSquare);
    }
  });

  it('can be made wider or taller than square by dragging a side [B14]', () => {
    const stage = createStage();
    const { editor } = stage;
    const added = editor.add({
      type: 'rich-button',
      content: { ...content, richButtonSize: 'square' },
    });
    const [uuid = ''] = added.ok ? added.value : [];
    const { x, y, width, height } = stage.box(uuid);
    const right = [x + width, y + height / 2] as const;
    stage.drag(right, [right[0] + 60 / PX, right[1]], { handle: 'e', ctrl: true });
    expect(stage.box(uuid).width * PX).to.be.closeTo(width * PX + 60, 0.01);
    expect(stage.box(uuid).height).to.equal(height);
  });
});
