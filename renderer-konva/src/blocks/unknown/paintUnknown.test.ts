import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { paintBlock } from '../paintBlock.ts';
import { plainResources, type Recording, recordingTarget } from '../../testing/recordingTarget.ts';

const block = (type: string): Block => ({
  uuid: 'b',
  type,
  position: { x: 0, y: 0, width: 0.2, height: 0.1, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles: {},
  content: {},
});

/** Paints a block of a type. Returns the calls that this made on the target. */
function paint(type: string, showsPlaceholders = true): Recording['calls'] {
  const { target, calls } = recordingTarget();
  paintBlock(target, block(type), plainResources({ showsPlaceholders }));
  return calls;
}

describe('a block of an unknown type', () => {
  it("is painted as on the published page, with its type's name for the author", () => {
    const calls = paint('from-the-future');
    expect(calls.map(([name]) => name)).to.include.members(['fill', 'stroke', 'fillText']);
    expect(calls.find(([name]) => name === 'roundRect')).to.eql(['roundRect', 0, 0, 120, 60, 10]);
    expect(calls.find(([name]) => name === 'fillText')?.[1]).to.equal('from-the-future');
    expect(paint('from-the-future', false).map(([name]) => name)).not.to.include('fillText');
  });

  it('is not confused with properties of JavaScript objects', () => {
    for (const type of ['constructor', 'to-string', 'valueof'])
      expect(paint(type).map(([name]) => name)).to.include('fillText');
  });
});
