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

/** Single updates and undo: the editor's store against other stores of records. */
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
  // A walk that comes to each block, in no order that a cache could foresee.
  const uuids = movable.map((_, place) => movable[(place * 7919) % movable.length].uuid);
  const thousand = [...new Set(uuids)].slice(0, 1000);
  return [
    updates(page, stores, uuids),
    undo(page, stores, thousand),
    editorUpdates(page, uuids.slice(0, 500)),
    editorUndo(page, thousand),
  ];
}

function updates(page, stores, uuids) {
  let direction = 1;
  return {
    name: 'single updates',
    what: `one block of ${Object.keys(page.things).length} replaced by a frozen record that stands elsewhere; one listener told`,
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
            const before = opened.told();
            for (const uuid of uuids) opened.move(uuid, direction * 0.001);
            if (opened.told() - before !== uuids.length) throw new Error('not all were told');
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
    what: 'all records put back as they were; one listener told of each',
    ops: 1,
    rounds: 9,
    contestants: () =>
      stores.map((store) => {
        const opened = store.open(page);
        return {
          name: store.name,
          setUp: () =>
            opened.together(() => {
              for (const uuid of uuids) opened.move(uuid, 0.001);
            }),
          run(undoIt) {
            const before = opened.told();
            undoIt();
            if (opened.told() - before !== uuids.length) throw new Error('not all were told');
          },
        };
      }),
    limits: [
      { against: plainMap.name, atMost: 2 },
      { against: '@tldraw/store', atMost: 1 / 5 },
    ],
  };
}

/** The whole command: permission, lock, merge, check by schema, fit sections, history. */
function editorUpdates(page, uuids) {
  return {
    name: 'single updates by the editor',
    what: 'editor.update: checked, settled, an entry of the history each',
    ops: uuids.length,
    rounds: 5,
    contestants() {
      const editor = createEditor({ page });
      let x = 0;
      return [
        {
          name: 'Cobble, the editor',
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
    what: 'editor.undo: what is still feasible of the entry, the selection as it was, listeners told',
    ops: 1,
    rounds: 5,
    contestants() {
      const editor = createEditor({ page });
      const isFree = (uuid) => {
        const block = editor.blocks.get(uuid);
        return !block?.locked && (block?.parentUuid === undefined || isFree(block.parentUuid));
      };
      const free = uuids.filter(isFree);
      let x = 0;
      return [
        {
          name: 'Cobble, the editor',
          setUp() {
            x = x === 0.1 ? 0.2 : 0.1;
            const moved = editor.updateEach(
              new Map(free.map((uuid) => [uuid, { position: { x } }])),
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
