import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';
import { checkBlock } from '../model/checkBlock.ts';
import { copyJson, JsonProblem } from '../model/copyJson.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './Editor.ts';
import type { EditorCore } from './EditorCore.ts';

/**
 * Checks a block that an edit has made by the schemas that a page is read with; its details hold
 * `path` (within the block) and `message`. The temporary address of an upload under way passes:
 * it lives in the editor only.
 */
export function refuseInvalid(core: EditorCore, block: Block): Refusal<EditorRefusal> | null {
  try {
    const problem = checkBlock(copyJson(withoutTemporaryUrl(core, block)), core.kits, []);
    return problem && refuse('invalid_block', { ...problem.details, message: problem.message });
  } catch (error) {
    if (error instanceof JsonProblem)
      return refuse('invalid_block', { path: error.path.join('.'), message: error.message });
    // A getter or a proxy that throws: whoever made the block, not the engine, is at fault.
    return refuse('invalid_block', { path: '', message: 'cannot be read' });
  }
}

function withoutTemporaryUrl(core: EditorCore, block: Block): Block {
  const { url } = block.content as { readonly url?: unknown };
  const uploads = core.definitionOf(block.type)?.capabilities.uploads === true;
  return uploads && typeof url === 'string' && isTemporaryUrl(url)
    ? { ...block, content: { ...block.content, url: '' } }
    : block;
}
