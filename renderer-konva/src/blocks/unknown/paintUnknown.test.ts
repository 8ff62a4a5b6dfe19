import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import type { PaintTarget } from '../../paint/PaintTarget.ts';
import type { PaintFrame } from '../../paint/Painter.ts';
import { painterOf } from '../painters.ts';

/** What was called on a target, by name; all else of a frame a quiet painter has no use for. */
function paint(type: string): readonly [name: string, ...args: unknown[]][] {
  const calls: [string, ...unknown[]][] = [];
  const target = new Proxy({} as PaintTarget, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        calls.push([String(name), ...args]),
    set: () => true,
  });
  const frame: Pick<PaintFrame, 'target' | 'width' | 'height'> & { block: Pick<Block, 'type'> } = {
    block: { type },
    target,
    width: 120,
    height: 60,
  };
  painterOf(type)(frame as PaintFrame);
  return calls;
}

describe('a block of a type that nobody here knows', () => {
  it('is painted as a quiet frame with the name of its type, from nothing but its size', () => {
    const calls = paint('from-the-future');
    expect(calls.map(([name]) => name)).to.include.members(['fillRect', 'strokeRect', 'fillText']);
    expect(calls.find(([name]) => name === 'fillRect')).to.eql(['fillRect', 0, 0, 120, 60]);
    expect(calls.find(([name]) => name === 'fillText')?.[1]).to.equal('from-the-future');
  });

  it('is known by its own name alone, whatever else names mean in JavaScript', () => {
    for (const type of ['constructor', 'to-string', 'valueof'])
      expect(paint(type).map(([name]) => name)).to.include('fillText');
  });
});
