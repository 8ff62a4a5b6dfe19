import { expect } from 'chai';
import fc from 'fast-check';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import type { Page } from './Page.ts';
import {
  applyChange,
  type Change,
  diffPages,
  diffThings,
  EMPTY_CHANGE,
  invertChange,
  isEmptyChange,
  squashChanges,
} from './Change.ts';

const block = fc
  .record({
    uuid: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    x: fc.constantFrom(0, 0.25, 0.5),
    color: fc.constantFrom('red', 'blue'),
  })
  .map(({ uuid, x, color }) =>
    makeTestBlock(uuid, { position: { x }, content: { shapeType: 'oval', shapeColor: color } }),
  );
const anyPage: fc.Arbitrary<Page> = fc
  .tuple(
    fc.uniqueArray(block, { selector: (each) => each.uuid }),
    fc.constantFrom(1, 2, 3),
    fc.constantFrom('One', 'Two'),
  )
  .map(([blocks, relativeHeight, title]) => {
    const page = makeTestPage(blocks, { relativeHeight });
    return { ...page, settings: { ...page.settings, title } };
  });

describe('changes', () => {
  it('lead from one page to another and back (law)', () => {
    fc.assert(
      fc.property(anyPage, anyPage, (from, to) => {
        const change = diffPages(from, to);
        expect(applyChange(from, change)).to.eql(to);
        expect(applyChange(to, invertChange(change))).to.eql(from);
        expect(applyChange(applyChange(from, change), invertChange(change))).to.eql(from);
        expect(invertChange(invertChange(change))).to.eql(change);
        expect(isEmptyChange(change)).to.equal(isEmptyChange(diffPages(to, from)));
      }),
    );
  });

  it('squash to the result of applying them in sequence (law)', () => {
    fc.assert(
      fc.property(fc.array(anyPage, { minLength: 1, maxLength: 6 }), (pages) => {
        const changes = pages.slice(1).map((page, at) => diffPages(pages[at] ?? page, page));
        const [first, last] = [pages[0], pages.at(-1)];
        if (!first || !last) return;
        const squashed = squashChanges(changes);
        expect(applyChange(first, squashed)).to.eql(last);
        expect(squashed).to.eql(diffPages(first, last));
        expect(isEmptyChange(squashChanges([squashed, invertChange(squashed)]))).to.equal(true);
      }),
    );
  });

  it('are JSON (law)', () => {
    fc.assert(
      fc.property(anyPage, anyPage, (from, to) => {
        const change = diffPages(from, to);
        expect(JSON.parse(JSON.stringify(change))).to.eql(change);
      }),
    );
  });

  it('leave the original page unchanged', () => {
    const page = makeTestPage([makeTestBlock('a')]);
    const before = structuredClone(page);
    const after = applyChange(page, diffThings(page.things, {}));
    expect(after.things).to.eql({});
    expect(page).to.eql(before);
  });

  it('omit equal records', () => {
    const page = makeTestPage([makeTestBlock('a')]);
    expect(diffThings(page.things, structuredClone(page.things))).to.eql(EMPTY_CHANGE);
    expect(isEmptyChange(EMPTY_CHANGE)).to.equal(true);
  });

  it('handle fields that only one page has, in both directions and through JSON [P13]', () => {
    const plain = makeTestPage();
    const restricted = { ...plain, isRestricted: true };
    const open = { ...plain, isRestricted: false };
    const copy = (change: Change): Change => JSON.parse(JSON.stringify(change)) as Change;
    const forward = copy(diffPages(plain, restricted));
    expect(isEmptyChange(forward)).to.equal(false);
    expect(isEmptyChange(invertChange(forward))).to.equal(false);
    expect(applyChange(plain, forward)).to.deep.equal(restricted);
    expect(applyChange(restricted, invertChange(forward))).to.deep.equal(plain);
    const both = squashChanges([forward, copy(diffPages(restricted, open))]);
    expect(applyChange(plain, both)).to.deep.equal(open);
    expect(applyChange(open, invertChange(both))).to.deep.equal(plain);
    expect(isEmptyChange(squashChanges([forward, invertChange(forward)]))).to.equal(true);
  });
});
