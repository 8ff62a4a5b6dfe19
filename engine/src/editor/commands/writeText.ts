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
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { updateBlocks } from './updateBlocks.ts';

/**
 * Replaces a block's text: rich text in a text block (a string becomes paragraphs), plain text in
 * buttons and notes, and `content.text` in custom blocks.
 */
export function writeText(
  state: EditorState,
  uuid: string,
  text: RichText | string,
): Result<null, EditorRefusal> {
  const block = state.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  // A text block's schema validates the document; others store its plain text only.
  if (block.type !== 'text' && typeof text !== 'string' && !isRichText(text))
    return refuse('invalid_block', { uuid, path: 'content.text', message: 'must be text' });
  return updateBlocks(state, new Map([[uuid, { content: contentWith(block, text) }]]));
}

function isRichText(text: unknown): boolean {
  try {
    return richTextDocSchema.safeParse(copyJson(text)).success;
  } catch {
    // Not JSON, or a getter threw.
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
