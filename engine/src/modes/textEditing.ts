import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { removeBlocks } from '../editor/commands/removeBlocks.ts';
import { refuseLocked } from '../editor/locks.ts';
import type { Change } from '../model/Change.ts';
import { equalJson } from '../model/json.ts';
import { diffValues } from '../model/values.ts';
import { keyNames } from './keyNames.ts';
import { type ModeContext, type ModeState, isChromePress } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { targetAt } from './targets.ts';

/**
 * The mode while a block's text is being edited. Keys and presses inside the block are handled by
 * the host's text field, except Escape and Ctrl+E. Escape ends text editing; so do Ctrl+E and a
 * press outside, which are then handled as in the idle state.
 */
export function textEditing(context: ModeContext, block: string): ModeState {
  const { host } = context;
  const isRich = host.blocks.get(block)?.type === 'text';
  const endEditing = (): void => {
    context.stopTextEditing();
    context.enterIdle();
  };
  return {
    mode: { name: isRich ? 'text-editing' : 'inline-text-editing', block },
    handle(event) {
      if (event.type === 'keydown') {
        if (event.key === 'Escape') endEditing();
        else if (keyNames(event).includes('ctrl+e')) {
          endEditing();
          context.handleIdle(event);
        }
        return;
      }
      if (event.type !== 'pointerdown') return;
      if (!isChromePress(event) && targetAt(host, event) === block) return;
      endEditing();
      context.handleIdle(event);
    },
  };
}

/** Whether a block's type has text that can be edited, locked or not. */
export function hasEditableText(host: ModeHost, uuid: string): boolean {
  const block = host.blocks.get(uuid);
  return block !== undefined && host.definitionOf(block)?.capabilities.editsText === true;
}

/** Whether the user may edit a block's text now. */
export function canEditText(host: ModeHost, uuid: string): boolean {
  return (
    host.permissions.canEdit && hasEditableText(host, uuid) && refuseLocked(host, [uuid]) === null
  );
}

/** Starts editing a block's text; false if that is not possible. A locked block is reported. */
export function editText(context: ModeContext, uuid: string): boolean {
  const { host } = context;
  if (!hasEditableText(host, uuid)) return false;
  const locked = refuseLocked(host, [uuid]);
  if (locked) {
    host.refused.emit(locked.code);
    return false;
  }
  return context.startTextEditing(uuid);
}

/**
 * Commits edited text. A text block that was left empty is removed instead; if it was added for
 * this edit, nothing remains in the history.
 */
export function finishText(host: ModeHost, uuid: string): void {
  const block = host.blocks.get(uuid);
  const isBlankText =
    block !== undefined &&
    asBuiltin(block)?.type === 'text' &&
    host.definitionOf(block)?.plainText(block.content).trim() === '';
  const { isRunning } = host.inProgress;
  // Cancelling the edit would discard the edits of the `run` as well.
  if (isBlankText && isRunning) host.inProgress.edit(removeBlocks, [uuid]);
  if (!isBlankText || isRunning) {
    host.inProgress.commit();
    return;
  }
  host.inProgress.cancel();
  // A block that was added by the cancelled edit is already gone.
  if (host.blocks.has(uuid) && !host.undoRedo.retractAddition(uuid))
    host.inProgress.edit(removeBlocks, [uuid]);
}

/** Whether someone else's change replaces a text of the block that the edit in progress changes. */
export function replacesText({ blocks, store }: ModeHost, uuid: string, change: Change): boolean {
  const next = change.updated[uuid]?.[1];
  const shown = blocks.get(uuid);
  const before = store.stableBlock(uuid);
  if (!next || !shown || !before) return false;
  const theirs = diffValues(before.content, next.content);
  return diffValues(before.content, shown.content).some(
    ({ path, to }) =>
      path.at(-1) === 'text' &&
      theirs.some((each) => equalJson(each.path, path) && !equalJson(each.to, to)),
  );
}

/** Discards the text typed in a block that someone else is editing too, and reports it. */
export function abandonText(host: ModeHost, uuid: string): void {
  const block = host.blocks.get(uuid);
  const before = host.store.stableBlock(uuid);
  if (block && before && !equalJson(block.content, before.content))
    host.removedByOthers.emit(block);
  host.inProgress.cancel();
}
