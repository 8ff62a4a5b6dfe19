import type { Block } from '../../model/Block.ts';
import { scaleStyles } from '../../model/styles.ts';
import type { EditorState } from '../EditorState.ts';

/**
 * A block with all that is px in it multiplied: its common styles here, its content by what its
 * definition says (`scalePx`). Its place and size stay. Content of types that nobody knows is left
 * alone.
 */
export function scaleBlockPx(
  state: Pick<EditorState, 'definitionOf'>,
  block: Block,
  factor: number,
): Block {
  if (factor === 1) return block;
  const styles = scaleStyles(block.styles, factor);
  const content = state.definitionOf(block.type)?.scalePx?.(block.content, factor) ?? block.content;
  return styles === block.styles && content === block.content
    ? block
    : { ...block, styles, content };
}
