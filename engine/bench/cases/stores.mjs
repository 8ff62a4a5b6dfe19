import { parsePage } from '../../src/parsing/parsePage.ts';
import { mixedPage } from '../mixedPage.mjs';
import {
  immutableMap,
  indexedPageStore,
  pageStore,
  plainMap,
  tldrawStore,
  yjsMap,
} from './contestants.mjs';

/** Cases for single updates and undo: the editor's store against other record stores. */
export function storeCases(blocks, { tldraw, yjs, immutable }) {
  const page = parsePage(mixedPage(blocks));
  const stores = [
    pageStore,
    indexedPageStore,
    plainMap,
    ...(immutable ? [immutableMap(immutable)] : []),
    ...(tldraw ? [tldrawStore(tldraw)] : []),
    ...(yjs ? [yjsMap(yjs)] : []),
  ];
  const movable = Object.values(page.things).filter((block) => block.parentUuid !== undefined);
  // Visits all blocks in an order that does not favour CPU caches.
  const uuids = movable.map((_, index) => movable[(index * 7919) % movable.length].uuid);
  const movedIds = [...new Set(uuids)].slice(0, 1000);
  return [updates(page, stores, uuids), undo(page, stores, movedIds)];
}

function updates(page, stores, uuids) {
  let direction = 1;
  return {
    name: 'single updates',
    description: `replace one of ${Object.keys(page.things).length} blocks with a frozen, moved copy and notify one listener`,
    ops: uuids.length,
    rounds: 5,
    contestants: () =>
      stores.map((store) => {
        const opened = store.open(page);
        return {
          name: store.name,
          setUp: () => {
            direction = -direction;
          },
          run() {
            const before = opened.notifications();
            for (const uuid of uuids) opened.move(uuid, direction * 0.001);
            if (opened.notifications() - before !== uuids.length)
              throw new Error('the listener missed a change');
          },
        };
      }),
    limits: [
      { against: plainMap.name, atMost: 1 / 0.6 },
      { against: '@tldraw/store', atMost: 1 / 5 },
      { against: 'Yjs', atMost: 1 / 5 },
    ],
  };
}

function undo(page, stores, uuids) {
  return {
    name: `undo of a ${uuids.length}-block move`,
    description: 'restore all records and notify one listener of each',
    ops: 1,
    rounds: 9,
    contestants: () =>
      stores.map((store) => {
        const opened = store.open(page);
        return {
          name: store.name,
          setUp: () =>
            opened.moveTogether(() => {
              for (const uuid of uuids) opened.move(uuid, 0.001);
            }),
          run(undoMove) {
            const before = opened.notifications();
            undoMove();
            if (opened.notifications() - before !== uuids.length)
              throw new Error('the listener missed a change');
          },
        };
      }),
    limits: [
      { against: plainMap.name, atMost: 2 },
      { against: '@tldraw/store', atMost: 1 / 5 },
    ],
  };
}
