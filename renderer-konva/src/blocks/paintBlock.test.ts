import { type Block, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { plainResources, recordingTarget } from '../testing/recordingTarget.ts';
import { paintBlock } from './paintBlock.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';

/** The calls to `translate` and `scale` that painting a block makes, as `name(arguments)`. */
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

const SHADOW = { xPx: 5, yPx: 6, blurPx: 2, color: '#000' };

const shape = (styles: Block['styles']): Block => ({
  uuid: 'a',
  type: 'shape',
  position: { x: 0, y: 0, width: 0.5, height: 0.25, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles,
  content: { shapeType: 'rectangle', shapeColor: '#000000' },
});

describe('painting a blurred block', () => {
  it('needs a bitmap for its visible part only', () => {
    const sizesAt = (x: number): readonly (readonly [number, number])[] => {
      const sizes: (readonly [number, number])[] = [];
      // A tile, zoomed in eight times.
      const { target } = recordingTarget();
      const zoomed = { a: 8, b: 0, c: 0, d: 8, e: x, f: -500 };
      Object.assign(target, { canvas: { width: 512, height: 512 }, getTransform: () => zoomed });
      const surface = (width: number, height: number): null => {
        sizes.push([width, height]);
        return null;
      };
      paintBlock(target, shape({ blurPx: 4, dropShadow: SHADOW }), plainResources({ surface }));
      return sizes;
    };
    // Of the block's 2400 by 1200 px only 512 px, and on each side as far as blur and shadow reach.
    const reach = 8 * (3 * (4 + 2) + 5 + 6) + 2;
    expect(sizesAt(-1000)).to.deep.equal([[512 + 2 * reach, 512 + 2 * reach]]);
    expect(sizesAt(-9000)).to.deep.equal([]);
  });
});

/** Resources that record the sizes of the bitmaps that are requested. */
function recordingSurfaces() {
  const sizes: (readonly [width: number, height: number])[] = [];
  const surface = (width: number, height: number): null => {
    sizes.push([width, height]);
    return null;
  };
  return { sizes, resources: plainResources({ surface }) };
}

describe('painting a translucent block', () => {
  it('does not cut off text that overflows its box', () => {
    const { sizes, resources } = recordingSurfaces();
    const text = richTextFromPlain(Array(40).fill('Bread').join('\n'));
    const content = { text, fontSize: 20, useAutosize: false };
    const block = { ...shape({ opacity: 0.5, lineHeight: 1.5 }), type: 'text', content };
    paintBlock(recordingTarget().target, block, resources);
    const [[, height] = [0, 0]] = sizes;
    expect(height).to.be.at.least(40 * 20 * 1.5);
  });

  it("does not cut off a section's blocks beside the window", () => {
    const { sizes, resources } = recordingSurfaces();
    const { position } = shape({});
    const section = { ...shape({ opacity: 0.5 }), type: 'group', content: {} };
    const child = { ...shape({}), uuid: 'child', position: { ...position, x: -1, y: 0.5 } };
    const childrenOf = (uuid: string) => (uuid === 'a' ? [child] : []);
    paintBlock(recordingTarget().target, section, resources, childrenOf);
    // From the child's left edge to the section's right edge, and from the section's top edge to the
    // child's bottom edge, with margins for what each may paint beyond its edges.
    const [childMargin, sectionMargin] = [2 + 2, 96 + 2];
    const margins = childMargin + sectionMargin;
    expect(sizes).to.deep.equal([[600 + 300 + margins, 300 + 150 + margins]]);
  });
});

describe('painting a flipped block', () => {
  it('mirrors its outline inside its box', () => {
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

  it('does not mirror types that cannot be mirrored', () => {
    const group = { ...shape({ flip: { x: true } }), type: 'group', content: {} };
    expect(transformsOf(group).some((call) => call.includes('-1'))).to.equal(false);
  });
});
