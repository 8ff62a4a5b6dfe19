import type { Block } from '../../model/Block.ts';
import { syncResult } from '../../model/inputError.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { withSizeMeasuredAgain } from '../textSize.ts';

const IS_STALE = { path: 'isStale' };

/**
 * Gives the blocks that this editor has measured the size that their text needs now, wherever they
 * are: on the page, in the edit in progress, and in the history, whose entries would otherwise restore
 * the old size. This is not an edit by the user.
 *
 * @param isStale whether a block may have to be measured again; may read the editor, but not edit
 * @throws CobbleError `input_invalid` if it edits or returns a promise
 */
export function remeasure(state: EditorState, isStale: (block: Block) => boolean): void {
  const { history, inProgress, store } = state;
  if (!state.permissions.canEdit) return;
  const again = (block: Block): Block =>
    state.measuredContents.has(block.content) &&
    syncResult('isStale', state.callGuard.call(IS_STALE, isStale.bind(null, block)))
      ? withSizeMeasuredAgain(state, block)
      : block;
  state.act(() => {
    // First: the page's corrections below are merged into what the edit in progress shows.
    for (const uuid of [...store.touchedIds]) store.rewriteInProgress(uuid, again);
    const ids = new Set([...state.blocks.keys(), ...store.touchedIds]);
    const corrected: Block[] = [];
    for (const uuid of ids) {
      const stable = store.stableBlock(uuid);
      const next = stable && again(stable);
      if (next && next !== stable) corrected.push(next);
    }
    if (corrected.length > 0)
      inProgress.runOutsideHistory(() => {
        for (const block of corrected) if (!refuseLocked(state, [block.uuid])) store.put(block);
      });
    const isMeasured = (block: Block): boolean => state.measuredContents.has(block.content);
    for (const uuid of history.idsOf(isMeasured)) history.rewrite(uuid, again);
  });
}
