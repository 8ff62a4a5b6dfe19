import { createBlankPage, equalJson } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { expect } from 'chai';
import { textBlock } from '../app/testing/pageInput.ts';
import { documentOf } from '../pages/pageConversions.ts';
import type { PageDocument } from '../pages/repositories/pageRevisions.ts';
import { PageCache } from './PageCache.ts';

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

const documentWith = (things: object): PageDocument =>
  documentOf(
    parsePage(structuredClone({ ...blank, ...identity, things: { ...blank.things, ...things } })),
  );
const store = (cache: PageCache, pageId: number, things: object): PageDocument => {
  const page = documentWith(things);
  return cache.store(pageId, page, JSON.stringify(page));
};

describe('PageCache', () => {
  it('returns the page with cached records for unchanged blocks [PU11]', () => {
    const cache = new PageCache();
    const before = store(cache, 7, { [one.uuid]: one, [two.uuid]: two });
    const input = documentWith({
      [one.uuid]: { ...one, styles: { opacity: 0.5 } },
      [two.uuid]: two,
    });
    const after = cache.store(7, input, JSON.stringify(input));
    expect(equalJson(after, input)).to.equal(true);
    expect(Object.keys(after.things)).to.deep.equal(Object.keys(input.things));
    expect(after.things[one.uuid]).to.equal(input.things[one.uuid]);
    expect(after.things[two.uuid]).to.equal(before.things[two.uuid]);
    expect(Object.isFrozen(after) && Object.isFrozen(after.things)).to.equal(true);
  });

  it('reuses nothing across pages, and drops removed blocks [PU11]', () => {
    const cache = new PageCache();
    const before = store(cache, 7, { [one.uuid]: one, [two.uuid]: two });
    const other = store(cache, 8, { [one.uuid]: one });
    expect(other.things[one.uuid]).not.to.equal(before.things[one.uuid]);
    const smaller = store(cache, 7, { [two.uuid]: two });
    expect(smaller.things).not.to.have.property(one.uuid);
  });

  it('uses a cached page only for exactly the same document', () => {
    const cache = new PageCache();
    const page = store(cache, 7, { [one.uuid]: one });
    const document = JSON.stringify(page);
    expect(cache.read(7, document)).to.equal(page);
    const parsed = cache.read(8, document);
    expect(parsed).to.deep.equal(page);
    expect(parsed).not.to.equal(page);
    const other = JSON.stringify({ ...page, relativeHeight: 3 });
    expect(cache.read(7, other).relativeHeight).to.equal(3);
  });

  it('is limited by the length of the documents, however many pages and blocks there are', () => {
    const length = JSON.stringify(documentWith({ [one.uuid]: one })).length;
    const cache = new PageCache(2 * length);
    const pages = [1, 2, 3].map((id) => store(cache, id, { [one.uuid]: one }));
    const document = JSON.stringify(pages[0]);
    const isCached = pages.map((page, index) => cache.read(index + 1, document) === page);
    expect(isCached.filter(Boolean)).to.have.lengthOf(2);
    const long = textBlock(blank, { x: 'x'.repeat(2 * length) });
    const large = store(cache, 4, { [long.uuid]: long });
    expect(cache.read(4, JSON.stringify(large))).not.to.equal(large);
  });
});
