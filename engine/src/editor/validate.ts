import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';
import { checkBlock } from '../parsing/checkBlock.ts';
import { copyJson, JsonProblem } from '../model/json.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { EditorState } from './EditorState.ts';

/**
 * Checks a block that an edit has made by the schemas that a page is read with; its details hold
 * `path` (within the block) and `message`. The temporary address of an upload under way passes:
 * it lives in the editor only.
 */
export function refuseInvalid(state: EditorState, block: Block): Refusal<EditorRefusal> | null {
  try {
    const problem = checkBlock(copyJson(withoutTemporaryUrl(state, block)), state.kits, []);
    return problem && refuse('invalid_block', { ...problem.details, message: problem.message });
  } catch (error) {
    if (error instanceof JsonProblem)
      return refuse('invalid_block', { path: error.path.join('.'), message: error.message });
    // A getter or a proxy that throws: whoever made the block, not the engine, is at fault.
    return refuse('invalid_block', { path: '', message: 'cannot be read' });
  }
}

function withoutTemporaryUrl(state: EditorState, block: Block): Block {
  const { url } = block.content as { readonly url?: unknown };
  const uploads = state.definitionOf(block.type)?.capabilities.uploads === true;
  return uploads && typeof url === 'string' && isTemporaryUrl(url)
    ? { ...block, content: { ...block.content, url: '' } }
    : block;
}
