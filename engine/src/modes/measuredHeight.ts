import { asBuiltin } from '../blocks/builtinBlocks.ts';
import type { BlockPatch } from '../editor/Editor.ts';
import { neededTextHeight } from '../editor/neededTextHeight.ts';
import type { Block } from '../model/Block.ts';
import type { ModeHost } from './ModeHost.ts';

/**
 * The height that a text block takes by itself at a width, both in fractions of the window's width;
 * null when its height is its own or nothing can measure text.
 */
export function measuredHeight(
  host: Pick<ModeHost, 'environment' | 'fields'>,
  block: Block,
  width: number,
  patch: Pick<BlockPatch, 'content' | 'styles'> = {},
): number | null {
  const known = asBuiltin(block);
  if (known?.type !== 'text' || known.content.useAutosize === false) return null;
  const changed: Block = {
    ...block,
    content: { ...block.content, ...patch.content },
    styles: { ...block.styles, ...patch.styles },
  };
  return neededTextHeight(host.environment, host.fields.settings.referenceWidth, changed, width);
}
