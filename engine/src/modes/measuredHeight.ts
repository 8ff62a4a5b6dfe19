import type { BlockPatch } from '../editor/Editor.ts';
import { neededTextHeight } from '../editor/neededTextHeight.ts';
import type { Block } from '../model/Block.ts';
import type { ModeHost } from './ModeHost.ts';

/**
 * The height that a block takes whose height follows from its text, by itself at a width, both in fractions of the window's width;
 * null when its height is its own or nothing can measure text.
 */
export function measuredHeight(
  host: Pick<ModeHost, 'environment' | 'fields' | 'definitionOf'>,
  block: Block,
  width: number,
  patch: Pick<BlockPatch, 'content' | 'styles'> = {},
): number | null {
  const { useAutosize } = block.content as { readonly useAutosize?: unknown };
  const follows = host.definitionOf(block.type)?.capabilities.autosizes === true;
  if (!follows || useAutosize === false) return null;
  const changed: Block = {
    ...block,
    content: { ...block.content, ...patch.content },
    styles: { ...block.styles, ...patch.styles },
  };
  return neededTextHeight(host.environment, host.fields.settings.referenceWidth, changed, width);
}
