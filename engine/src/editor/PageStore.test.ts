import { expect } from 'chai';
import fc from 'fast-check';
import { autorun, runInAction } from 'mobx';
import type { Block } from '../model/Block.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { PageIndex } from './PageIndex.ts';
import { PageLayout } from './PageLayout.ts';
import { PageStore } from './PageStore.ts';

const blockAt = (uuid: string, x: number): Block => makeTestBlock(uuid, { position: { x } });

function makeStore(...blocks: Block[]) {
  const source = { blocks: new Map<string, Block>() as ReadonlyMap<string, Block> };
  const layout = new PageLayout(source);
  const index = new PageIndex(source, layout);
  const store = new PageStore(makeTestPage(blocks), (uuid, previous, current) => {
    layout.invalidate(uuid, previous, current);
    index.invalidate(uuid);
  });
  source.blocks = store.blocks;
  return { store, index };
}

describe('the page store', () => {
  it('notifies those who save the stable page when it changes, not for each move of a drag [E54]', () => {
    const { store } = makeStore(blockAt('a', 0));
    const saved: number[] = [];
    const stop = autorun(() => {
      saved.push(store.stablePage.things.a?.position.x ?? -1);
    });
    store.begin();
    for (const x of [0.1, 0.2]) store.put(blockAt('a', x));
    store.cancel();
    expect(saved).to.eql([0]);
    expect(store.page).to.equal(store.stablePage);
    expect(store.page.things.a?.position.x).to.equal(0);
    store.begin();
    store.put(blockAt('a', 0.3));
    const theirs = makeTestBlock('b', { position: { x: 0.6 } });
    store.applyRemoteChange({ added: { b: theirs }, updated: {}, removed: {} });
    expect(saved).to.eql([0, 0]);
    expect(Object.keys(store.stablePage.things)).to.include('b');
    store.commit();
    expect(saved).to.eql([0, 0, 0.3]);
    stop();
  });

  it('notifies all observers of each change, however often others read it in between', () => {
    const { store, index } = makeStore(blockAt('a', 0));
    // Read and cached before anything observes them.
    expect(store.page.things.a?.position.x).to.equal(0);
    expect(index.boundsOf('a')?.x).to.equal(0);
    const seen = { page: -1, stable: -1, index: -1 };
    const stop = [
      autorun(() => {
        seen.page = store.page.things.a?.position.x ?? -1;
      }),
      autorun(() => {
        seen.stable = store.stablePage.things.a?.position.x ?? -1;
      }),
      autorun(() => {
        seen.index = index.boundsOf('a')?.x ?? -1;
      }),
    ];
    store.put(blockAt('a', 0.1));
    expect(seen).to.eql({ page: 0.1, stable: 0.1, index: 0.1 });
    runInAction(() => {
      store.put(blockAt('a', 0.2));
      // An observer reads in the middle of a change.
      expect(store.page.things.a?.position.x).to.equal(0.2);
      expect(index.boundsOf('a')?.x).to.equal(0.2);
      store.put(blockAt('a', 0.3));
    });
    expect(seen).to.eql({ page: 0.3, stable: 0.3, index: 0.3 });
    store.begin();
    store.put(blockAt('a', 0.4));
    expect(seen).to.eql({ page: 0.4, stable: 0.3, index: 0.4 });
    expect(store.stablePage.things.a?.position.x).to.equal(0.3);
    store.put(blockAt('a', 0.5));
    expect(seen).to.eql({ page: 0.5, stable: 0.3, index: 0.5 });
    store.commit();
    expect(seen.stable).to.equal(0.5);
    store.delete('a');
    expect(seen).to.eql({ page: -1, stable: -1, index: -1 });
    for (const each of stop) each();
  });

  it('returns the same page until a change, and freezes its input', () => {
    const { store } = makeStore(blockAt('a', 0));
    const { page } = store;
    expect(store.page).to.equal(page);
    store.put(page.things.a ?? blockAt('a', 0));
    expect(store.page).to.equal(page);
    const block = blockAt('b', 0.5);
    store.put(block);
    expect(store.page).not.to.equal(page);
    expect(page.things).not.to.have.property('b');
    expect(Object.isFrozen(block.position)).to.equal(true);
  });

  it('is unchanged after a cancel and after a failed step (law)', () => {
    const step = fc.record({
      uuid: fc.constantFrom('a', 'b', 'c'),
      x: fc.constantFrom(0.1, 0.2, 0.3),
      removes: fc.boolean(),
      fails: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { store } = makeStore(blockAt('a', 0), blockAt('b', 0));
        const before = JSON.stringify(store.page);
        store.begin();
        for (const { uuid, x, removes, fails } of steps) {
          const shown = JSON.stringify(store.page);
          store.attempt(() => {
            if (removes) store.delete(uuid);
            else store.put(blockAt(uuid, x));
            store.setFields({ relativeHeight: x * 10 });
            return { ok: !fails };
          });
          if (fails) expect(JSON.parse(JSON.stringify(store.page))).to.eql(JSON.parse(shown));
          expect(JSON.parse(JSON.stringify(store.stablePage))).to.eql(JSON.parse(before));
        }
        store.cancel();
        expect(JSON.parse(JSON.stringify(store.page))).to.eql(JSON.parse(before));
        expect(store.pendingChange()).to.eql({ added: {}, updated: {}, removed: {} });
      }),
      { numRuns: 100 },
    );
  });

  it('notifies observers of page fields too', () => {
    const { store } = makeStore(blockAt('a', 0));
    expect(store.page.relativeHeight).to.equal(2);
    const heights: number[] = [];
    const stop = autorun(() => heights.push(store.page.relativeHeight));
    store.setFields({ relativeHeight: 3 });
    store.setStableFields({ relativeHeight: 4 });
    stop();
    store.setFields({ relativeHeight: 5 });
    expect(heights).to.eql([2, 3, 4]);
  });

  it('keeps a block readable whose content someone else has migrated while an edit changes it [H9]', () => {
    const of = (content: object, more: Partial<Block> = {}): Block => ({
      ...makeTestBlock('a', {}),
      content,
      ...more,
    });
    const before = of({ label: 'old' });
    const { store } = makeStore(before);
    store.begin();
    store.put(of({ label: 'mine' }, { altText: 'mine' }));
    const migrated = of({ title: { label: 'old' } }, { contentVersion: 2 });
    store.applyRemoteChange({ added: {}, removed: {}, updated: { a: [before, migrated] } });
    expect(store.page.things.a).to.eql({ ...migrated, altText: 'mine' });
    store.commit();
    expect(store.page.things.a).to.eql({ ...migrated, altText: 'mine' });
  });

  it('reverts all writes of a failed step to one block', () => {
    const { store } = makeStore(blockAt('a', 0));
    store.begin();
    store.attempt(() => {
      store.put(blockAt('a', 0.5));
      store.put(blockAt('a', 0.7));
      store.delete('a');
      store.put(blockAt('a', 0.9));
      return { ok: false };
    });
    expect(store.page.things.a?.position.x).to.equal(0);
  });

  it('reverts a nested step with the outer one', () => {
    const { store } = makeStore(blockAt('a', 0));
    store.begin();
    store.attempt(() => {
      store.attempt(() => {
        store.put(blockAt('a', 0.5));
        return { ok: true };
      });
      return { ok: false };
    });
    expect(store.page.things.a?.position.x).to.equal(0);
  });
});
