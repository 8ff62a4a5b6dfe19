import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';
import { checkBlock } from '../parsing/checkBlock.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { EditorState } from './EditorState.ts';

/** Longest text that an edit can create, in characters (docs/decisions/0007). */
const MAX_TEXT_CHARACTERS = 100_000;

/**
 * Refuses a block that would make its page invalid, or whose text is too long (details: `path` within
 * the block, `message`). The temporary URL of an upload is valid, since it exists in the editor only.
 * A text over the limit can be changed if it does not grow.
 *
 * @param previous the block before the edit; absent for a new block
 */
export function refuseInvalid(
  state: EditorState,
  block: Block,
  previous?: Block,
): Refusal<EditorRefusal> | null {
  try {
    const problem = checkBlock(withoutTemporaryUrl(state, block), state.kits, []);
    if (problem) return refuse('invalid_block', { ...problem.details, message: problem.reason });
  } catch {
    // A getter or proxy of the block threw.
    return refuse('invalid_block', { path: '', message: 'cannot be read' });
  }
  return refuseLongText(state, block, previous);
}

function refuseLongText(
  state: EditorState,
  block: Block,
  previous?: Block,
): Refusal<EditorRefusal> | null {
  const definition = state.definitionOf(block.type);
  if (!definition?.capabilities.hasText || block.content === previous?.content) return null;
  const lengthOf = ({ content }: Block): number => definition.plainText(content).length;
  const length = lengthOf(block);
  if (length <= MAX_TEXT_CHARACTERS || (previous && length <= lengthOf(previous))) return null;
  const message = `must have at most ${String(MAX_TEXT_CHARACTERS)} characters`;
  return refuse('invalid_block', { path: 'content.text', message });
}

function withoutTemporaryUrl(state: EditorState, block: Block): Block {
  const { url } = block.content as { readonly url?: unknown };
  const uploads = state.definitionOf(block.type)?.capabilities.uploads === true;
  return uploads && typeof url === 'string' && isTemporaryUrl(url)
    ? { ...block, content: { ...block.content, url: '' } }
    : block;
}
