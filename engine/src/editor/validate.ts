import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { checkKitContent } from '../blocks/checkContent.ts';
import { withoutTemporaryUrl } from '../blocks/withoutTemporaryUrl.ts';
import type { Block } from '../model/Block.ts';
import { didYouMean } from '../model/didYouMean.ts';
import { deepFreeze, equalJson } from '../model/json.ts';
import { SHAPES } from '../shapes/shapes.ts';
import { checkBlock } from '../parsing/checkBlock.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import { MAX_TEXT_LENGTH } from '../text/cutText.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { EditorState } from './EditorState.ts';

/**
 * Refuses a block that would make its page invalid, or whose text is too long (details: `path` within
 * the block, `message`). The temporary URL of an upload is valid, since it exists in the editor only.
 * A text over the limit can be changed if it does not grow. Freezes a block that is valid.
 *
 * @param previous the block before the edit; absent for a new block
 */
export function refuseInvalid(
  state: EditorState,
  block: Block,
  previous?: Block,
): Refusal<EditorRefusal> | null {
  let stored: Block;
  try {
    stored = withoutTemporaryUrl(block, state.definitionOf(block.type));
    const known = state.validBlocks.get(block.uuid);
    const problem = checkBlock(stored, [], known);
    if (problem) return refuse('invalid_block', { ...problem.details, message: problem.reason });
    deepFreeze(stored);
    const refused = refuseKitContent(state, stored, previous) ?? refuseShape(block, previous);
    if (refused) return refused;
  } catch {
    // A getter or proxy of the block threw.
    return refuse('invalid_block', { path: '', message: 'cannot be read' });
  }
  const tooLong = refuseLongText(state, block, previous);
  if (tooLong) return tooLong;
  // A new block may still be refused, and nothing would remove its entry then.
  if (state.blocks.has(block.uuid)) state.validBlocks.set(block.uuid, stored);
  return null;
}

/** Content that a kit cannot read may stay, but not be written. */
function refuseKitContent(
  state: EditorState,
  block: Block,
  previous?: Block,
): Refusal<EditorRefusal> | null {
  const definition = asBuiltin(block) ? null : state.definitionOf(block.type);
  if (!definition || equalJson(block.content, previous?.content)) return null;
  const problem = checkKitContent(definition, block);
  if (!problem) return null;
  return refuse('invalid_block', { path: problem.path.join('.'), message: problem.message });
}

/**
 * An unknown shape is shown as a rectangle. It is a mistake in an edit, but valid in a page, which a
 * newer editor may have stored.
 */
function refuseShape(block: Block, previous?: Block): Refusal<EditorRefusal> | null {
  const shape = asBuiltin(block);
  if (shape?.type !== 'shape') return null;
  const { shapeType } = shape.content;
  const before: { readonly shapeType?: unknown } = previous?.content ?? {};
  const isKnown = shapeType === 'path' || Object.hasOwn(SHAPES, shapeType);
  if (isKnown || before.shapeType === shapeType) return null;
  const message = `is not a shape${didYouMean(shapeType, [...Object.keys(SHAPES), 'path'])}`;
  return refuse('invalid_block', { path: 'content.shapeType', message });
}

function refuseLongText(
  state: EditorState,
  block: Block,
  previous?: Block,
): Refusal<EditorRefusal> | null {
  const definition = state.definitionOf(block);
  if (!definition?.capabilities.hasText || block.content === previous?.content) return null;
  const lengthOf = (each: Block): number =>
    state.definitionOf(each)?.plainText(each.content).length ?? 0;
  const length = lengthOf(block);
  if (length <= MAX_TEXT_LENGTH || (previous && length <= lengthOf(previous))) return null;
  const message = `must have at most ${String(MAX_TEXT_LENGTH)} characters`;
  return refuse('invalid_block', { path: 'content.text', message });
}
