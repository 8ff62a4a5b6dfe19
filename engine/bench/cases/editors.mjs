import { createEditor } from '../../src/createEditor.ts';
import { parsePage } from '../../src/parsing/parsePage.ts';
import { mixedPage } from '../mixedPage.mjs';
import { openTldrawEditor } from './tldrawEditor.mjs';

const TLDRAW = 'tldraw Editor';

/**
 * Cases for the public calls that hosts use: the whole editor (permission, locks, validation,
 * sections that grow, history, listeners) beside tldraw's. It may take at most half of tldraw's time.
 *
 * @param tldraw the module, or undefined if it is not installed
 */
export function editorCases(blocks, tldraw) {
  const page = parsePage(mixedPage(blocks));
  const isLocked = ({ locked, parentUuid }) =>
    locked === true || (parentUuid !== undefined && isLocked(page.things[parentUuid]));
  const movable = Object.values(page.things).filter(
    (block) => block.parentUuid !== undefined && !isLocked(block),
  );
  // Visits the blocks in an order that does not favour CPU caches.
  const shuffled = movable.map((_, index) => movable[(index * 7919) % movable.length].uuid);
  const uuids = [...new Set(shuffled)];
  const editors = () => [openCobble(page), ...(tldraw ? [openTldraw(tldraw, page)] : [])];
  return [
    updates(editors, uuids.slice(0, 500)),
    additions(editors, page, 10),
    undo(editors, uuids.slice(0, 1000)),
  ];
}

/**
 * @typedef {object} MeasuredEditor
 * @property {string} name
 * @property {(uuid: string, x: number) => void} update
 * @property {(uuids: readonly string[], x: number) => void} updateTogether one history entry
 * @property {(block: import('../../src/index.ts').Block) => void} add
 * @property {(uuids: readonly string[]) => void} remove
 * @property {() => void} undo
 * @property {() => number} changes how many changed blocks a listener was notified of
 */

/**
 * How often each block is moved in a turn. The garbage collection before a turn discards the
 * optimised code of both editors, so their first updates take twice as long as later ones, and an
 * editor is used for hours.
 */
const PASSES = 10;

function updates(editors, uuids) {
  return makeCase(editors, {
    name: 'single updates by the editor',
    description: 'move one block, with a history entry for each',
    ops: PASSES * uuids.length,
    rounds: 12,
    setUp: (_, turn) => 0.1 + 0.01 * (turn % 20),
    run(editor, x) {
      for (let pass = 0; pass < PASSES; pass += 1)
        for (const uuid of uuids) editor.update(uuid, x + 0.001 * pass);
    },
    changes: PASSES * uuids.length,
  });
}

// Few additions: tldraw takes about 40 ms for each.
function additions(editors, page, count) {
  const shape = Object.values(page.things).find((block) => block.type === 'shape');
  const { type, parentUuid, content } = shape;
  const { x, y, width, height } = shape.position;
  return makeCase(editors, {
    name: 'single additions by the editor',
    description: 'add one shape, with a history entry for each',
    ops: count,
    rounds: 5,
    setUp: (_, turn) =>
      Array.from({ length: count }, (_value, index) => ({
        ...{ type, parentUuid, content },
        position: { x, y, width, height },
        uuid: `added-${String(turn)}-${String(index)}`,
      })),
    run(editor, blocks) {
      for (const block of blocks) editor.add(block);
    },
    tearDown(editor, blocks) {
      editor.remove(blocks.map(({ uuid }) => uuid));
    },
  });
}

function undo(editors, uuids) {
  return makeCase(editors, {
    name: `undo of a ${uuids.length}-block move by the editor`,
    description: 'revert the move and notify a listener of each block',
    ops: 1,
    rounds: 24,
    setUp(editor, turn) {
      editor.updateTogether(uuids, 0.1 + 0.01 * (turn % 20));
    },
    run: (editor) => editor.undo(),
    changes: uuids.length,
  });
}

/**
 * @param details.changes the minimum number of blocks that a turn updates, if it only updates
 *   blocks; a contestant that reports fewer has not done the work
 */
function makeCase(editors, { name, description, ops, rounds, changes, ...turn }) {
  return {
    ...{ name, description, ops, rounds },
    contestants: () =>
      editors().map((editor) => {
        let turns = 0;
        let last = null;
        return {
          name: editor.name,
          setUp() {
            if (last !== null) turn.tearDown?.(editor, last);
            turns += 1;
            last = turn.setUp(editor, turns);
            return last;
          },
          run(state) {
            const before = editor.changes();
            turn.run(editor, state);
            if (changes !== undefined && editor.changes() - before < changes)
              throw new Error(`${editor.name} did not change ${String(changes)} blocks`);
          },
        };
      }),
    limits: [{ against: TLDRAW, atMost: 0.5 }],
  };
}

/** @returns {MeasuredEditor} */
function openCobble(page) {
  const editor = createEditor({ page });
  let changes = 0;
  editor.onChange(({ updated }) => {
    changes += Object.keys(updated).length;
  });
  const require = (result) => {
    if (!result.ok) throw new Error(result.code);
  };
  return {
    name: 'Cobble editor',
    update(uuid, x) {
      require(editor.update(uuid, { position: { x } }));
    },
    updateTogether(uuids, x) {
      require(editor.updateEach(new Map(uuids.map((uuid) => [uuid, { position: { x } }]))));
    },
    add(block) {
      require(editor.add(block, { select: false }));
    },
    remove(uuids) {
      require(editor.remove(uuids));
    },
    undo: () => editor.undo(),
    changes: () => changes,
  };
}

/** @returns {MeasuredEditor} */
function openTldraw(tldraw, page) {
  return { name: TLDRAW, ...openTldrawEditor(tldraw, page) };
}
