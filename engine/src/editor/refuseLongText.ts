import type { Block } from '../model/Block.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { EditorState } from './EditorState.ts';

/** The most letters that one block's text may be made to have (docs/decisions/0007). */
const MAX_TEXT_LETTERS = 100_000;

/**
 * Refuses to make a text longer than a page is read with pleasure, and than a room takes in one
 * message. A longer one that is there already may be changed as long as it does not grow.
 *
 * @param was the block before; absent for one that is added
 */
export function refuseLongText(
  state: EditorState,
  block: Block,
  was?: Block,
): Refusal<EditorRefusal> | null {
  const definition = state.definitionOf(block.type);
  if (!definition?.capabilities.holdsText || block.content === was?.content) return null;
  const lettersOf = ({ content }: Block): number => definition.plainText(content).length;
  const letters = lettersOf(block);
  if (letters <= MAX_TEXT_LETTERS || (was && letters <= lettersOf(was))) return null;
  const message = `must have at most ${String(MAX_TEXT_LETTERS)} letters`;
  return refuse('invalid_block', { path: 'content.text', message });
}
