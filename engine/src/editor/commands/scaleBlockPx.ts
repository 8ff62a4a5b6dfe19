import type { Block } from '../../model/Block.ts';
import { scaleStyles } from '../../model/styles.ts';
import type { EditorState } from '../EditorState.ts';

/**
 * Multiplies all px values of a block: those of its common styles, and those of its content with its
 * definition's `scalePx`. Position and size stay, and so does content of unknown types.
 */
export function scaleBlockPx(
  state: Pick<EditorState, 'definitionOf'>,
  block: Block,
  factor: number,
): Block {
  if (factor === 1) return block;
  const styles = scaleStyles(block.styles, factor);
  const content = state.definitionOf(block)?.scalePx?.(block.content, factor) ?? block.content;
  return styles === block.styles && content === block.content
    ? block
    : { ...block, styles, content };
}
