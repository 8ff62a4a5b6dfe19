import type { BuiltinBlockOf } from '@cobble/engine';
import { expect } from 'chai';
import { richButtonSizePatch } from './richButtonSizePatch.ts';

describe('the size of a rich button', () => {
  const button: BuiltinBlockOf<'rich-button'> = {
    uuid: 'b',
    type: 'rich-button',
    parentUuid: 's',
    position: { x: 0.1, y: 0.2, width: 0.8, height: 0.15, rotationDeg: 0, zIndex: 50_000 },
    properties: {},
    styles: {},
    content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'Go' } },
  };

  it('becomes that of a new one, with the same centre [ED14]', () => {
    const patch = richButtonSizePatch(button, 'square', 600);
    expect(patch.content).to.eql({ richButtonSize: 'square' });
    expect(patch.position?.width).to.equal(0.25);
    expect(patch.position?.height).to.equal(0.25);
    expect(patch.position?.x).to.be.closeTo(0.375, 1e-9);
    expect(patch.position?.y).to.be.closeTo(0.15, 1e-9);
  });

  it('is no wider than a new block may be, and stays as it is if the name does not change [ED14]', () => {
    const square = { ...button, content: { ...button.content, richButtonSize: 'square' as const } };
    const patch = richButtonSizePatch(square, 'regular', 600);
    expect(patch.content).to.have.property('richButtonSize', undefined);
    expect(patch.position?.width).to.be.closeTo(0.9, 1e-9);
    expect(richButtonSizePatch(button, 'regular', 600)).to.eql({});
  });
});
