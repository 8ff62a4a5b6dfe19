import { expect } from 'chai';
import fc from 'fast-check';
import { autorun, runInAction } from 'mobx';
import type { Block } from '../model/Block.ts';
import { PageLayout } from './PageLayout.ts';

/** A map that counts its reads. */
class CountedBlocks extends Map<string, Block> {
  reads = 0;

  override get(uuid: string): Block | undefined {
    this.reads += 1;
    return super.get(uuid);
  }
}

function setUp() {
  const blocks = new CountedBlocks();
  const layout = new PageLayout({ blocks });
  const put = (uuid: string, zIndex: number, parentUuid = 'section'): void => {
    const previous = Map.prototype.get.call(blocks, uuid) as Block | undefined;
    const current: Block = {
      uuid,
      type: 'shape',
      parentUuid,
      position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex },
      properties: {},
      styles: {},
      content: {},
    };
    blocks.set(uuid, current);
    layout.invalidate(uuid, previous, current);
  };
  const remove = (uuid: string): void => {
    const previous = Map.prototype.get.call(blocks, uuid) as Block | undefined;
    blocks.delete(uuid);
    layout.invalidate(uuid, previous, undefined);
  };
  return { blocks, layout, put, remove };
}

describe('PageLayout', () => {
  it('puts thousands of blocks on top without reading the others again', () => {
    const { blocks, layout, put } = setUp();
    for (let count = 0; count < 5000; count++)
      put(`block-${String(count)}`, (layout.highestZIndex('section') ?? 0) + 1);
    expect(layout.highestZIndex('section')).to.equal(5000);
    expect(blocks.reads).to.equal(0);
  });

  it('tracks the highest z-index while blocks are added, moved, restacked or removed', () => {
    const step = fc.record({
      uuid: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      zIndex: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
      parent: fc.constantFrom('section', 'group'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { blocks, layout, put, remove } = setUp();
        for (const { uuid, zIndex, parent } of steps) {
          if (zIndex !== null) put(uuid, zIndex, parent);
          else if (blocks.has(uuid)) remove(uuid);
          for (const each of ['section', 'group'])
            expect(layout.highestZIndex(each)).to.equal(
              layout.childrenOf(each).at(-1)?.position.zIndex ?? null,
            );
        }
      }),
    );
  });

  it('notifies observers of an empty group when it gets contents', () => {
    const { layout, put, remove } = setUp();
    put('leaf', 1);
    const seen: string[] = [];
    const stop = autorun(() =>
      seen.push(`${layout.childIds('leaf').join()} ${String(layout.highestZIndex('leaf'))}`),
    );
    // Writes in an action, as the store does.
    runInAction(() => {
      put('inner', 3, 'leaf');
    });
    remove('inner');
    stop();
    expect(seen).to.deep.equal([' null', 'inner 3', ' null']);
  });
});
