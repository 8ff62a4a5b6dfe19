import { createBlankPage, equalJson, type Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { expect } from 'chai';
import { textBlock } from '../../app/testing/pageInput.ts';
import { RenderedBlocks } from './RenderedBlocks.ts';

const identity = {
  ID: 7,
  site: { ID: 1, slug: 'ada' },
  accountID: 1,
  isDisabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
};
let count = 0;
const blank = createBlankPage({ slug: 'main', createId: () => `id-${String((count += 1))}` });
const [one, two] = [textBlock(blank), textBlock(blank)];

const pageOf = (things: object, change: Partial<Page> = {}): Page =>
  parsePage(
    structuredClone({ ...blank, ...identity, ...change, things: { ...blank.things, ...things } }),
  );

describe('RenderedBlocks', () => {
  it('returns the page with cached records for unchanged blocks [PU11]', () => {
    const renderedBlocks = new RenderedBlocks();
    const before = renderedBlocks.reuse(pageOf({ [one.uuid]: one, [two.uuid]: two }));
    const input = pageOf({ [one.uuid]: { ...one, styles: { opacity: 0.5 } }, [two.uuid]: two });
    const after = renderedBlocks.reuse(input);
    expect(equalJson(after, input)).to.equal(true);
    expect(Object.keys(after.things)).to.deep.equal(Object.keys(input.things));
    expect(after.things[one.uuid]).to.equal(input.things[one.uuid]);
    expect(after.things[two.uuid]).to.equal(before.things[two.uuid]);
    expect(Object.isFrozen(after) && Object.isFrozen(after.things)).to.equal(true);
  });

  it('reuses nothing across pages, and drops removed blocks [PU11]', () => {
    const renderedBlocks = new RenderedBlocks();
    const before = renderedBlocks.reuse(pageOf({ [one.uuid]: one, [two.uuid]: two }));
    const other = renderedBlocks.reuse(pageOf({ [one.uuid]: one }, { ID: 8 }));
    expect(other.things[one.uuid]).not.to.equal(before.things[one.uuid]);
    const smaller = renderedBlocks.reuse(pageOf({ [two.uuid]: two }));
    expect(smaller.things).not.to.have.property(one.uuid);
  });
});
