import type { BlockPatch } from '../editor/Editor.ts';
import type { Block } from '../model/Block.ts';
import type { KnowsTypes } from '../blocks/minScaleOf.ts';

/**
 * A patch that makes a block's type larger or smaller with its box: its letters and its padding, so
 * that lines break where they broke. Null for blocks whose letters are not scaled so. It names what
 * changes alone: the rest may be changed by others while a gesture lasts.
 */
export function scaleText(
  types: KnowsTypes,
  block: Block,
  scale: number,
): Pick<BlockPatch, 'content' | 'styles'> | null {
  const scaled = types.definitionOf(block.type)?.scaleLetters?.(block.content, scale);
  if (!scaled) return null;
  const was = block.content as Readonly<Record<string, unknown>>;
  const changed = Object.entries(scaled).filter(([key, value]) => value !== was[key]);
  const { paddingPx } = block.styles;
  return {
    content: Object.fromEntries(changed),
    ...(paddingPx === undefined
      ? {}
      : { styles: { paddingPx: Math.floor(paddingPx * scale * 4 + 1e-6) / 4 } }),
  };
}
