import { expect } from 'chai';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestText } from '../testing/makeTestPage.ts';
import { neededTextHeight } from './neededTextHeight.ts';

const block = makeTestText('t', 'Hi');

describe('neededTextHeight', () => {
  it('is what the text measures with its padding, and 2 px to spare [T6]', () => {
    const asked: number[] = [];
    const measureTextHeight = ({ widthPx }: { widthPx: number }): number => {
      asked.push(widthPx);
      return 54.8;
    };
    expect(neededTextHeight({ measureTextHeight }, 600, block, 0.5)).to.be.closeTo(
      56.8 / 600,
      1e-12,
    );
    expect(asked).to.deep.equal([300]);
  });

  it('is not known without a measurer, or from one that fails [T6]', () => {
    for (const measured of [0, -1, NaN, Infinity])
      expect(neededTextHeight({ measureTextHeight: () => measured }, 600, block, 0.5)).to.equal(
        null,
      );
    expect(neededTextHeight({ measureTextHeight: null }, 600, block, 0.5)).to.equal(null);
  });

  it('is what a block gets whose words change, unless its height is its own [T6]', () => {
    const own = makeTestText('own', 'Hi', { content: { ...block.content, useAutosize: false } });
    const environment = { measureTextHeight: () => 118 };
    const editor = makeTestEditor([block, own], { environment });
    for (const uuid of ['t', 'own']) editor.update(uuid, { content: { fontSize: 40 } });
    expect(editor.blocks.get('t')?.position.height).to.be.closeTo(120 / 600, 1e-9);
    expect(editor.blocks.get('own')?.position.height).to.equal(own.position.height);
  });
});
