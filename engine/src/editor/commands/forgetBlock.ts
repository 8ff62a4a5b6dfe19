import { type Block, isSection } from '../../model/Block.ts';
import { placementOf } from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { type Point, roundLength } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { withPosition } from '../blockPosition.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { type HistoryWithout, historyWithout, type LeftOut } from '../history/historyWithout.ts';
import { refuseLocked } from '../locks.ts';
import { deleteBlocks } from './removeBlocks.ts';

/**
 * Removes a block, with its descendants, as if it had never been added: from the page and the history,
 * with the heights that sections and the boxes that groups have got for it. Refused for a section.
 */
export function forgetBlock(state: EditorState, uuid: string): Result<null, EditorRefusal> {
  const [record] = [...state.store.recordsOf(uuid), ...state.history.recordsOf(uuid)];
  if (record && isSection(record)) return refuse('unknown_block', { uuid });
  const isStable = state.store.stableBlock(uuid) !== undefined;
  // What the edit in progress has added or removed is part of that edit.
  if (state.blocks.has(uuid) !== isStable) return ok(null);
  const descendants = state.layout.withDescendants([uuid]).map((each) => each.uuid);
  const uuids = withTheirGroups(state, new Set([uuid, ...descendants]));
  const isFixed = (section: string): boolean =>
    state.blocks.has(section) && refuseLocked(state, [section]) !== null;
  const isLocked = (block: Block): boolean =>
    block.locked === true || state.lockedByOthers.has(block.uuid);
  const leftOut = { uuids, isFixed, isLocked };
  const { inOrder } = state.history;
  const page = state.store.stablePage;
  const historyOf = (without: LeftOut): HistoryWithout => historyWithout(inOrder, page, without);
  const { heights, entries } = historyOf(leftOut);
  let positions = entries;
  if (isStable || heights.size > 0) {
    const removed = [...uuids].filter((each) => state.blocks.has(each));
    const edited = state.inProgress.editOutsideHistory(
      'forgetBlock',
      removeWithHeights,
      removed,
      heights,
    );
    if (!edited.ok && isStable) return edited;
    followCorners(state, page.things);
    // The block is gone anyway. Heights that stay on the page stay in the history.
    if (!edited.ok) positions = historyOf({ ...leftOut, isFixed: () => true }).entries;
  }
  state.history.forget(uuids, positions);
  for (const each of uuids) state.uploads.forget(each);
  return ok(null);
}

/** Adds the groups that have never contained other blocks: no undo or redo may add them empty. */
function withTheirGroups(
  { history, store }: EditorState,
  uuids: ReadonlySet<string>,
): ReadonlySet<string> {
  const children = new Map<string, Set<string>>();
  const sections = new Set<string>();
  const visit = ({ uuid, parentUuid }: Block): void => {
    if (parentUuid === undefined) sections.add(uuid);
    else children.set(parentUuid, (children.get(parentUuid) ?? new Set()).add(uuid));
  };
  history.visitRecords(visit);
  Object.values(store.stablePage.things).forEach(visit);
  const all = new Set(uuids);
  for (let size = 0; size < all.size;) {
    size = all.size;
    for (const [uuid, ids] of children)
      if (!sections.has(uuid) && [...ids].every((id) => all.has(id))) all.add(uuid);
  }
  return all;
}

/** Unlike removing blocks, this does not shrink the last section to its contents. */
function removeWithHeights(
  state: EditorState,
  uuids: readonly string[],
  heights: ReadonlyMap<string, number>,
): Result<null, EditorRefusal> {
  const deleted = uuids.length > 0 ? deleteBlocks(state, uuids) : ok(null);
  if (!deleted.ok) return deleted;
  for (const [uuid, height] of heights) {
    const section = state.blocks.get(uuid);
    // Settling keeps as much of it as the blocks of others need.
    if (section) state.store.put(withPosition(section, { height }));
  }
  return ok(null);
}

/**
 * Keeps what the edit in progress has placed in a group, and the groups that it has placed, where they
 * are on the page, although the corners of groups have moved on the stable page.
 *
 * @param before the blocks of the stable page before that
 */
function followCorners({ store }: EditorState, before: Page['things']): void {
  if (!store.isInProgress) return;
  const after = store.stablePage.things;
  const moved = (uuid: string | undefined): Point => {
    const [from, to] = [cornerOf(before, uuid), cornerOf(after, uuid)];
    return from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 };
  };
  for (const uuid of [...store.touchedIds]) {
    const [was, is] = [before[uuid], after[uuid]];
    store.rewriteInProgress(uuid, (block) => {
      // Where the edit has not placed it, it already has the place that it has got.
      if (isSection(block) || (is && equalJson(placementOf(block), placementOf(is)))) return block;
      const [own, parent] = [moved(uuid), moved(block.parentUuid)];
      const { x, y, width, height } = block.position;
      return withPosition(block, {
        x: moveBy(x, own.x - parent.x),
        y: moveBy(y, own.y - parent.y),
        width: was && is && width === was.position.width ? is.position.width : width,
        height: was && is && height === was.position.height ? is.position.height : height,
      });
    });
  }
}

/** Moves by less than a page can store are none. */
function moveBy(length: number, by: number): number {
  return roundLength(by) === 0 ? length : roundLength(length + by);
}

/** Where a block is in its section; null if it is not on the page. */
function cornerOf(things: Page['things'], uuid: string | undefined): Point | null {
  const block = uuid === undefined ? undefined : things[uuid];
  if (!block) return null;
  const corner = cornerOf(things, block.parentUuid);
  const { x, y } = block.position;
  return corner ? { x: corner.x + x, y: corner.y + y } : { x: 0, y: 0 };
}
