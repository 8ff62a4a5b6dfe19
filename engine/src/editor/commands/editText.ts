import { asBuiltin } from '../../blocks/builtinBlocks.ts';
import type { Block } from '../../model/Block.ts';
import { copyJson } from '../../model/copyJson.ts';
import { refuse, type Result } from '../../model/Result.ts';
import {
  plainFromRichText,
  type RichText,
  richTextDocSchema,
  richTextFromPlain,
} from '../../text/richText.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { removeBlocks } from './removeBlocks.ts';
import { updateBlocks } from './updateBlocks.ts';

/** Whether a person may edit text in a block now: its type has text, nothing is locked, nobody else is at it. */
export function canEditText(core: EditorCore, uuid: string): boolean {
  const block = core.blocks.get(uuid);
  if (!block || !core.permissions.canEdit || block.locked) return false;
  if (core.heldByOthers.has(uuid)) return false;
  if (core.layout.ancestorsOf(uuid).some((each) => core.blocks.get(each)?.locked)) return false;
  return core.definitionOf(block.type)?.capabilities.editsText === true;
}

/**
 * Writes what a person types into a block: a document into a text block (a plain string becomes
 * paragraphs), plain text into buttons and notes, and into `content.text` of a kit's block.
 */
export function writeText(
  core: EditorCore,
  uuid: string,
  text: RichText | string,
): Result<null, EditorRefusal> {
  const block = core.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  // The text block's own schema checks what it stores; others store the words alone.
  if (block.type !== 'text' && typeof text !== 'string' && !isRichText(text))
    return refuse('invalid_block', { uuid, path: 'content.text', message: 'must be text' });
  return updateBlocks(core, new Map([[uuid, { content: contentWith(block, text) }]]));
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
 * made for this editing, nothing of it enters the history (editing-canvas.md section 4).
 */
export function finishText(core: EditorCore, uuid: string): void {
  const block = core.blocks.get(uuid);
  if (!block || asBuiltin(block)?.type !== 'text' || !isBlank(core, block)) {
    core.commit();
    return;
  }
  const isNew = core.store.stableBlock(uuid) === undefined;
  core.cancel();
  if (isNew) return;
  const { latest } = core.history;
  const added = latest ? Object.keys(latest.change.added) : [];
  const madeForThis =
    added.length === 1 &&
    added[0] === uuid &&
    latest !== null &&
    Object.keys(latest.change.removed).length === 0;
  if (madeForThis) core.forgetLatest(latest);
  else core.transact(() => removeBlocks(core, [uuid]));
}

function isBlank(core: EditorCore, block: Block): boolean {
  return core.definitionOf(block.type)?.plainText(block.content).trim() === '';
}
