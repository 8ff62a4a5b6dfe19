import { runInAction } from 'mobx';
import { PageIndex } from '../../src/editor/PageIndex.ts';
import { PageLayout } from '../../src/editor/PageLayout.ts';
import { PageStore } from '../../src/editor/PageStore.ts';

/**
 * A store of a page's blocks that can be asked to replace a block, and tells one listener of each
 * that was replaced: what an editor needs of any store, so that all do the same.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {(page: import('../../src/index.ts').Page) => {
 *   move: (uuid: string, dx: number) => void,
 *   together: (moves: () => void) => () => void,
 *   told: () => number,
 * }} open
 *   `move` replaces one block by a frozen copy of itself with another x; `together` does many as one
 *   entry of a history and returns what undoes it; `told` says how many replacements were heard of
 */

/** A copy of a block, frozen, that stands elsewhere. */
function moved(block, dx) {
  const position = Object.freeze({ ...block.position, x: block.position.x + dx });
  return Object.freeze({ ...block, position });
}

/** Ours: the editor's store by itself, as the others are by themselves. */
export const pageStore = {
  name: 'Cobble, the store',
  open: (page) => openStore(page, () => undefined),
};

/** The same with the layout and the index of the editor, which hear of each record. */
export const indexedPageStore = {
  name: 'Cobble, the store with its index',
  open(page) {
    const source = {};
    const layout = new PageLayout(source);
    const index = new PageIndex(source, layout);
    const opened = openStore(page, (uuid, was, is) => {
      layout.note(uuid, was, is);
      index.note(uuid);
    });
    source.blocks = opened.store.blocks;
    index.search({ x: 0, y: 0, width: 0, height: 0 });
    return opened;
  },
};

function openStore(page, note) {
  let told = 0;
  const store = new PageStore(page, (uuid, was, is) => {
    note(uuid, was, is);
    told += was === is ? 0 : 1;
  });
  return {
    store,
    move: (uuid, dx) => store.put(moved(store.blocks.get(uuid), dx)),
    together(moves) {
      store.begin();
      runInAction(moves);
      const change = store.pendingChange();
      store.commit();
      const back = { added: {}, updated: swapped(change.updated), removed: {} };
      return () => store.apply(back);
    },
    told: () => told,
  };
}

function swapped(updated) {
  return Object.fromEntries(
    Object.entries(updated).map(([uuid, [from, to]]) => [uuid, [to, from]]),
  );
}

/**
 * The least that can be done: one JavaScript Map for good, whose records are immutable (frozen, and
 * replaced whole), and a function that is called. No copy of the Map, no transaction, no observers.
 */
export const plainMap = {
  name: 'plain Map of immutable records',
  open(page) {
    let told = 0;
    let log = null;
    const blocks = new Map(Object.entries(page.things));
    const listen = (uuid, was, is) => {
      told += was === is ? 0 : 1;
    };
    const put = (uuid, is) => {
      const was = blocks.get(uuid);
      blocks.set(uuid, is);
      if (log) log.push([uuid, was, is]);
      listen(uuid, was, is);
    };
    return {
      move: (uuid, dx) => put(uuid, moved(blocks.get(uuid), dx)),
      together(moves) {
        const entry = (log = []);
        moves();
        log = null;
        return () => {
          for (const [uuid, was] of entry) put(uuid, was);
        };
      },
      told: () => told,
    };
  },
};

/** Immutable.js: a persistent Map, a new version a change. */
export function immutableMap({ Map: PersistentMap }) {
  return {
    name: 'Immutable.js Map',
    open(page) {
      let told = 0;
      let blocks = PersistentMap(page.things);
      const listen = (uuid, was, is) => {
        told += was === is ? 0 : 1;
      };
      return {
        move(uuid, dx) {
          const was = blocks.get(uuid);
          const is = moved(was, dx);
          blocks = blocks.set(uuid, is);
          listen(uuid, was, is);
        },
        together(moves) {
          const before = blocks;
          moves();
          // The versions are there already: undoing is to say what changed between them.
          return () => {
            for (const [uuid, is] of before) {
              const was = blocks.get(uuid);
              if (was !== is) listen(uuid, was, is);
            }
            blocks = before;
          };
        },
        told: () => told,
      };
    },
  };
}

/** @tldraw/store with a record type of its own; records are checked no further than `typeof`. */
export function tldrawStore({ Store, StoreSchema, createRecordType, reverseRecordsDiff }) {
  return {
    name: '@tldraw/store',
    open(page) {
      let told = 0;
      const validator = {
        validate(record) {
          if (typeof record !== 'object') throw new Error('a record');
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
      store.sideEffects.registerAfterChangeHandler('block', (was, is) => {
        told += was === is ? 0 : 1;
      });
      return {
        move: (uuid, dx) => store.update(idOf(uuid), (record) => moved(record, dx)),
        together(moves) {
          const diff = store.extractingChanges(moves);
          return () => store.applyDiff(reverseRecordsDiff(diff));
        },
        told: () => told,
      };
    },
  };
}

/** Yjs: a shared Map with a record a key, and its own undo manager. */
export function yjsMap({ Doc, UndoManager }) {
  return {
    name: 'Yjs',
    open(page) {
      let told = 0;
      const doc = new Doc();
      const blocks = doc.getMap('blocks');
      doc.transact(() => {
        for (const [uuid, block] of Object.entries(page.things)) blocks.set(uuid, block);
      });
      blocks.observe((event) => {
        told += event.keysChanged.size;
      });
      return {
        move: (uuid, dx) => blocks.set(uuid, moved(blocks.get(uuid), dx)),
        together(moves) {
          const manager = new UndoManager(blocks);
          doc.transact(moves);
          return () => manager.undo();
        },
        told: () => told,
      };
    },
  };
}
