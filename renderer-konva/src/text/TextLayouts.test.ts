import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { plainResources } from '../testing/recordingTarget.ts';
import { createTextLayouts } from './TextLayouts.ts';

const block = (uuid: string): Block => ({
  uuid,
  type: 'spotify',
  position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles: {},
  content: {},
});

describe('values memoized by block record', () => {
  it('are computed once, and again for another record or key, or after a font has loaded', () => {
    const texts = createTextLayouts(plainResources().texts.measurer);
    let count = 0;
    const compute = (): number => (count += 1);
    const record = block('a');
    expect(texts.memoize(record, 'card', compute)).to.equal(1);
    expect(texts.memoize(record, 'card', compute)).to.equal(1);
    expect(texts.memoize(record, 'note', compute)).to.equal(2);
    expect(texts.memoize({ ...record }, 'card', compute)).to.equal(3);
    texts.invalidate();
    expect(texts.memoize(record, 'card', compute)).to.equal(4);
  });
});

describe('the layout of a block', () => {
  it('is cached until what its flow depends on changes, such as the font size of a scaled button', () => {
    const texts = createTextLayouts(plainResources().texts.measurer);
    let count = 0;
    const flow = () => {
      count += 1;
      return [];
    };
    const record = block('a');
    const sizePx = [30, 30, 60];
    for (const key of sizePx) texts.layout(record, 100, flow, key);
    expect(count).to.equal(2);
    texts.layout({ ...record }, 100, flow, 60);
    expect(count).to.equal(2);
  });
});
