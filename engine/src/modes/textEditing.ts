import { when } from 'mobx';
import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { removeBlocks } from '../editor/commands/removeBlocks.ts';
import { writeText } from '../editor/commands/updateBlocks.ts';
import { refuseLocked } from '../editor/locks.ts';
import { conflictingTexts } from '../model/blockEdit.ts';
import type { Block } from '../model/Block.ts';
import type { Change } from '../model/Change.ts';
import { ok } from '../model/Result.ts';
import { withoutLastLineBreaks } from '../text/withoutLastLineBreaks.ts';
import { keyNames } from './keyNames.ts';
import { type ModeContext, type ModeState, isChromePress } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { targetAt } from './targets.ts';

/**
 * The mode while a block's text is being edited. Keys and presses inside the block are handled by
 * the host's text field, except Escape and Ctrl+E. Escape ends text editing; so do Ctrl+E and a
 * press outside, which are then handled as in the idle state, and the removal of the block.
 */
export function textEditing(context: ModeContext, block: string): ModeState {
  const { host } = context;
  const isRich = host.blocks.get(block)?.type === 'text';
  const endEditing = (): void => {
    context.stopTextEditing();
    context.enterIdle();
  };
  // Not in the commands: one that is part of a `run` or a host's action may be taken back with it.
  const stopWatching = when(
    () => !host.blocks.has(block),
    () => {
      context.yieldText();
    },
  );
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
    onLeave: stopWatching,
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
 * Commits edited text and whatever else the edit in progress has changed. Line breaks at the end of a
 * button's label are removed. A text block that was left empty is removed; if it was added for this
 * edit, nothing of it remains in the history.
 */
export function finishText(host: ModeHost, uuid: string): void {
  trimLabel(host, uuid);
  if (isBlankText(host, uuid) && !retractText(host, uuid)) removeText(host, uuid);
  host.inProgress.commit();
}

function trimLabel({ blocks, inProgress, store }: ModeHost, uuid: string): void {
  const text = labelOf(blocks.get(uuid));
  if (text === null || text === labelOf(store.baseOf(uuid))) return;
  const trimmed = withoutLastLineBreaks(text);
  if (trimmed !== text) inProgress.edit(writeText, uuid, trimmed);
}

function labelOf(block: Block | undefined): string | null {
  const button = block && asBuiltin(block);
  return button?.type === 'rich-button' ? button.content.richButtonText.text : null;
}

function isBlankText(host: ModeHost, uuid: string): boolean {
  const block = host.blocks.get(uuid);
  if (!block || asBuiltin(block)?.type !== 'text') return false;
  return host.definitionOf(block)?.plainText(block.content).trim() === '';
}

/** Reverts the last edit if it added the text. False if the edit in progress has other changes. */
function retractText({ inProgress, store, undoRedo }: ModeHost, uuid: string): boolean {
  if (inProgress.isRunning || !undoRedo.isLatestAddition(uuid)) return false;
  const { added, updated, removed, page } = store.pendingChange();
  const changed = [added, updated, removed].flatMap((records) => Object.keys(records));
  if (page || changed.some((each) => each !== uuid)) return false;
  inProgress.cancel();
  return undoRedo.retractAddition(uuid);
}

/** Removes a text. One that cannot be removed, because it was locked meanwhile, becomes what it was. */
function removeText(host: ModeHost, uuid: string): void {
  const removed = host.inProgress.edit((state) => {
    if (state.store.stableBlock(uuid)) return removeBlocks(state, [uuid]);
    // As if it had never been there: removing it as a block could shrink its section.
    state.store.delete(uuid);
    return ok(null);
  });
  if (!removed.ok) host.store.revertBlock(uuid);
}

/** Whether someone else's change locks a block, or a section or group that it is in. */
export function locksText({ blocks }: ModeHost, uuid: string, { updated }: Change): boolean {
  let each: string | undefined = uuid;
  while (each !== undefined) {
    const [from, to] = updated[each] ?? [];
    if (to?.locked && !from?.locked) return true;
    each = blocks.get(each)?.parentUuid;
  }
  return false;
}

/** Whether someone else's change replaces a text of the block that the edit in progress changes. */
export function replacesText({ blocks, store }: ModeHost, uuid: string, change: Change): boolean {
  const theirs = change.updated[uuid]?.[1] ?? change.added[uuid];
  const shown = blocks.get(uuid);
  const base = store.baseOf(uuid);
  return theirs && shown && base ? conflictingTexts(base, shown, theirs).length > 0 : false;
}
