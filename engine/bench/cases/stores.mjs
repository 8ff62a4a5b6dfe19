import { createEditor } from '../../src/createEditor.ts';
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

/**
 * Cases for single updates and undo: the editor's store against other record stores, and the whole
 * editor alone.
 */
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
  return [
    updates(page, stores, uuids),
    undo(page, stores, movedIds),
    editorUpdates(page, uuids.slice(0, 500)),
    editorUndo(page, movedIds),
  ];
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

/** The whole command: permission, locks, merge, validation, fitting sections, history. */
function editorUpdates(page, uuids) {
  return {
    name: 'single updates by the editor',
    description: 'editor.update: validated and settled, one history entry for each',
    ops: uuids.length,
    rounds: 5,
    contestants() {
      const editor = createEditor({ page });
      let x = 0;
      return [
        {
          name: 'Cobble editor',
          run() {
            x = x === 0.1 ? 0.2 : 0.1;
            for (const uuid of uuids) editor.update(uuid, { position: { x } });
          },
        },
      ];
    },
    limits: [],
  };
}

function editorUndo(page, uuids) {
  return {
    name: `undo of a ${uuids.length}-block move by the editor`,
    description:
      'editor.undo: reverts what is still possible, restores the selection and notifies listeners',
    ops: 1,
    rounds: 5,
    contestants() {
      const editor = createEditor({ page });
      const isUnlocked = (uuid) => {
        const block = editor.blocks.get(uuid);
        return !block?.locked && (block?.parentUuid === undefined || isUnlocked(block.parentUuid));
      };
      const unlocked = uuids.filter(isUnlocked);
      let x = 0;
      return [
        {
          name: 'Cobble editor',
          setUp() {
            x = x === 0.1 ? 0.2 : 0.1;
            const moved = editor.updateEach(
              new Map(unlocked.map((uuid) => [uuid, { position: { x } }])),
            );
            if (!moved.ok) throw new Error(moved.code);
          },
          run() {
            if (!editor.undo()) throw new Error('nothing was undone');
          },
        },
      ];
    },
    limits: [],
  };
}
