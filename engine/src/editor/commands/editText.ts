import { asBuiltin } from '../../blocks/builtinBlocks.ts';
import type { Block } from '../../model/Block.ts';
import { copyJson } from '../../model/json.ts';
import { refuse, type Result } from '../../model/Result.ts';
import {
  plainFromRichText,
  type RichText,
  richTextDocSchema,
  richTextFromPlain,
} from '../../text/richText.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { removeBlocks } from './removeBlocks.ts';
import { updateBlocks } from './updateBlocks.ts';

/** Whether a person may edit text in a block now: its type has text, nothing is locked, nobody else is at it. */
export function canEditText(state: EditorState, uuid: string): boolean {
  const block = state.blocks.get(uuid);
  if (!block || !state.permissions.canEdit || block.locked) return false;
  if (state.lockedByOthers.has(uuid)) return false;
  if (state.layout.ancestorsOf(uuid).some((each) => state.blocks.get(each)?.locked)) return false;
  return state.definitionOf(block.type)?.capabilities.editsText === true;
}

/**
 * Writes what a person types into a block: a document into a text block (a plain string becomes
 * paragraphs), plain text into buttons and notes, and into `content.text` of a kit's block.
 */
export function writeText(
  state: EditorState,
  uuid: string,
  text: RichText | string,
): Result<null, EditorRefusal> {
  const block = state.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  // The text block's own schema checks what it stores; others store the words alone.
  if (block.type !== 'text' && typeof text !== 'string' && !isRichText(text))
    return refuse('invalid_block', { uuid, path: 'content.text', message: 'must be text' });
  return updateBlocks(state, new Map([[uuid, { content: contentWith(block, text) }]]));
}

function isRichText(text: unknown): boolean {
  try {
    return richTextDocSchema.safeParse(copyJson(text)).success;
  } catch {
    // JSON cannot say it, or a getter threw.
    return false;
  }
}

function contentWith(block: Block, text: RichText | string): Readonly<Record<string, unknown>> {
  const known = asBuiltin(block);
  if (known?.type === 'text')
    return { text: typeof text === 'string' ? richTextFromPlain(text) : text };
  const plain = typeof text === 'string' ? text : plainFromRichText(text);
  if (known?.type === 'rich-button')
    return { richButtonText: { ...known.content.richButtonText, text: plain } };
  if (known?.type === 'sticky-note')
    return { stickyNoteText: { ...known.content.stickyNoteText, text: plain } };
  return { text: plain };
}

/**
 * Ends the editing of a block's text: commits it. A text block left empty is removed; when it was
 * made for this editing, nothing of it enters the history.
 */
export function finishText(state: EditorState, uuid: string): void {
  const block = state.blocks.get(uuid);
  if (!block || asBuiltin(block)?.type !== 'text' || !isBlank(state, block)) {
    state.commit();
    return;
  }
  const isNew = state.store.stableBlock(uuid) === undefined;
  state.cancel();
  if (isNew) return;
  const { latest } = state.history;
  const added = latest ? Object.keys(latest.change.added) : [];
  const madeForThis =
    added.length === 1 &&
    added[0] === uuid &&
    latest !== null &&
    Object.keys(latest.change.removed).length === 0;
  if (madeForThis) state.forgetLatest(latest);
  else state.transact(() => removeBlocks(state, [uuid]));
}

function isBlank(state: EditorState, block: Block): boolean {
  return state.definitionOf(block.type)?.plainText(block.content).trim() === '';
}
