import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { paintBlock } from './paintBlock.ts';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** The transforms that a block's own painter draws under, as `name(arguments)`. */
function transformsOf(block: Block): readonly string[] {
  const calls: string[] = [];
  const target = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: unknown[]): void => {
          if (name === 'scale' || name === 'translate')
            calls.push(`${name}(${given.map((each) => Number(each)).join()})`);
        },
      set: () => true,
    },
  ) as PaintTarget;
  const resources = { referenceWidthPx: 600, path: (data: string) => data };
  paintBlock(target, block, resources as unknown as PaintResources);
  return calls;
}

const shape = (styles: Block['styles']): Block => ({
  uuid: 'a',
  type: 'shape',
  position: { x: 0, y: 0, width: 0.5, height: 0.25, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles,
  content: { shapeType: 'rectangle', shapeColor: '#000000' },
});

describe('painting a flipped block', () => {
  it('mirrors its outline within its box', () => {
    expect(transformsOf(shape({ flip: { x: true } }))).to.include.members([
      'translate(300,0)',
      'scale(-1,1)',
    ]);
    expect(transformsOf(shape({ flip: { x: true, y: true } }))).to.include.members([
      'translate(300,150)',
      'scale(-1,-1)',
    ]);
    expect(transformsOf(shape({})).some((call) => call.includes('-'))).to.equal(false);
  });

  it('never mirrors what a type says not to mirror', () => {
    const group = { ...shape({ flip: { x: true } }), type: 'group', content: {} };
    expect(transformsOf(group).some((call) => call.includes('-1'))).to.equal(false);
  });
});
