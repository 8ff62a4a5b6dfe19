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
    let made = 0;
    const make = (): number => (made += 1);
    const one = block('a');
    expect(texts.memoize(one, 'card', make)).to.equal(1);
    expect(texts.memoize(one, 'card', make)).to.equal(1);
    expect(texts.memoize(one, 'note', make)).to.equal(2);
    expect(texts.memoize({ ...one }, 'card', make)).to.equal(3);
    texts.invalidate();
    expect(texts.memoize(one, 'card', make)).to.equal(4);
  });
});
