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
