import { runInAction } from 'mobx';
import { PageIndex } from '../../src/editor/PageIndex.ts';
import { PageLayout } from '../../src/editor/PageLayout.ts';
import { PageStore } from '../../src/editor/PageStore.ts';

/**
 * A store of a page's blocks, reduced to what an editor needs: it replaces blocks and notifies one
 * listener of each replacement. All contestants do the same work.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {(page: import('../../src/index.ts').Page) => {
 *   move: (uuid: string, dx: number) => void,
 *   moveTogether: (moves: () => void) => () => void,
 *   notifications: () => number,
 * }} open
 *   `move` replaces a block with a frozen copy that has another x; `moveTogether` makes many moves
 *   one history entry and returns a function that undoes it; `notifications` returns how often the
 *   listener was called
 */

/** A frozen copy of a block, moved horizontally. */
function moved(block, dx) {
  const position = Object.freeze({ ...block.position, x: block.position.x + dx });
  return Object.freeze({ ...block, position });
}

/** The editor's store on its own, which is what the peers are compared to. */
export const pageStore = {
  name: 'Cobble store',
  open: (page) => openStore(page, () => undefined),
};

/** The editor's store with the editor's layout and index, which follow each change. */
export const indexedPageStore = {
  name: 'Cobble store with its index',
  open(page) {
    const source = {};
    const layout = new PageLayout(source);
    const index = new PageIndex(source, layout);
    const opened = openStore(page, (uuid, previous, current) => {
      layout.invalidate(uuid, previous, current);
      index.invalidate(uuid);
    });
    source.blocks = opened.store.blocks;
    index.search({ x: 0, y: 0, width: 0, height: 0 });
    return opened;
  },
};

function openStore(page, onWrite) {
  let notifications = 0;
  const store = new PageStore(page, (uuid, previous, current) => {
    onWrite(uuid, previous, current);
    notifications += previous === current ? 0 : 1;
  });
  return {
    store,
    move: (uuid, dx) => store.put(moved(store.blocks.get(uuid), dx)),
    moveTogether(moves) {
      store.begin();
      runInAction(moves);
      const change = store.pendingChange();
      store.commit();
      const inverse = { added: {}, updated: swapped(change.updated), removed: {} };
      return () => store.apply(inverse);
    },
    notifications: () => notifications,
  };
}

function swapped(updated) {
  return Object.fromEntries(
    Object.entries(updated).map(([uuid, [from, to]]) => [uuid, [to, from]]),
  );
}

/**
 * The lower bound: one mutable JavaScript Map of frozen records that are replaced, and one listener.
 * It has no transactions, no observers and no copies of the Map.
 */
export const plainMap = {
  name: 'plain Map of immutable records',
  open(page) {
    let notifications = 0;
    let log = null;
    const blocks = new Map(Object.entries(page.things));
    const listen = (uuid, previous, current) => {
      notifications += previous === current ? 0 : 1;
    };
    const put = (uuid, current) => {
      const previous = blocks.get(uuid);
      blocks.set(uuid, current);
      if (log) log.push([uuid, previous, current]);
      listen(uuid, previous, current);
    };
    return {
      move: (uuid, dx) => put(uuid, moved(blocks.get(uuid), dx)),
      moveTogether(moves) {
        const entry = (log = []);
        moves();
        log = null;
        return () => {
          for (const [uuid, previous] of entry) put(uuid, previous);
        };
      },
      notifications: () => notifications,
    };
  },
};

/** Immutable.js: a persistent Map, which returns a new version on each change. */
export function immutableMap({ Map: PersistentMap }) {
  return {
    name: 'Immutable.js Map',
    open(page) {
      let notifications = 0;
      let blocks = PersistentMap(page.things);
      const listen = (uuid, previous, current) => {
        notifications += previous === current ? 0 : 1;
      };
      return {
        move(uuid, dx) {
          const previous = blocks.get(uuid);
          const current = moved(previous, dx);
          blocks = blocks.set(uuid, current);
          listen(uuid, previous, current);
        },
        moveTogether(moves) {
          const before = blocks;
          moves();
          // Both versions still exist, so undo only notifies the listener of their differences.
          return () => {
            for (const [uuid, current] of before) {
              const previous = blocks.get(uuid);
              if (previous !== current) listen(uuid, previous, current);
            }
            blocks = before;
          };
        },
        notifications: () => notifications,
      };
    },
  };
}

/** @tldraw/store with a record type for blocks, whose validator only checks `typeof`. */
export function tldrawStore({ Store, StoreSchema, createRecordType, reverseRecordsDiff }) {
  return {
    name: '@tldraw/store',
    open(page) {
      let notifications = 0;
      const validator = {
        validate(record) {
          if (typeof record !== 'object') throw new Error('not a record');
          return record;
        },
      };
      const block = createRecordType('block', { scope: 'document', validator });
      const schema = StoreSchema.create({ block });
      const idOf = (uuid) => `block:${uuid}`;
      const initialData = Object.fromEntries(
        Object.values(page.things).map((thing) => {
          const record = { ...thing, id: idOf(thing.uuid), typeName: 'block' };
          return [record.id, record];
        }),
      );
      const store = new Store({ schema, props: {}, initialData });
      store.sideEffects.registerAfterChangeHandler('block', (previous, current) => {
        notifications += previous === current ? 0 : 1;
      });
      return {
        move: (uuid, dx) => store.update(idOf(uuid), (record) => moved(record, dx)),
        moveTogether(moves) {
          const diff = store.extractingChanges(moves);
          return () => store.applyDiff(reverseRecordsDiff(diff));
        },
        notifications: () => notifications,
      };
    },
  };
}

/** Yjs: a shared Map with one record for each key, and Yjs's own undo manager. */
export function yjsMap({ Doc, UndoManager }) {
  return {
    name: 'Yjs',
    open(page) {
      let notifications = 0;
      const doc = new Doc();
      const blocks = doc.getMap('blocks');
      doc.transact(() => {
        for (const [uuid, block] of Object.entries(page.things)) blocks.set(uuid, block);
      });
      blocks.observe((event) => {
        notifications += event.keysChanged.size;
      });
      return {
        move: (uuid, dx) => blocks.set(uuid, moved(blocks.get(uuid), dx)),
        moveTogether(moves) {
          const manager = new UndoManager(blocks);
          doc.transact(moves);
          return () => manager.undo();
        },
        notifications: () => notifications,
      };
    },
  };
}
