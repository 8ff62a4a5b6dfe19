import type { Placement } from '../editor/patches.ts';
import { hasAutowidth } from '../editor/textSize.ts';
import type { Block } from '../model/Block.ts';
import { MAX_INSET_PX, scaledQuarterPx } from '../model/styles.ts';
import type { DefinitionLookup } from '../blocks/minScaleOf.ts';

type Patch = NonNullable<Placement['patch']>;

/**
 * A patch that scales a block's font size and padding with its box, so that lines break where they
 * did. Null for blocks without such text. It contains changed keys only, since others may edit the
 * rest during the gesture.
 */
export function scaleText(
  definitions: DefinitionLookup,
  block: Block,
  scale: number,
): Patch | null {
  const scaled = definitions.definitionOf(block)?.scaleText?.(block.content, scale);
  if (!scaled) return null;
  const content = block.content as Readonly<Record<string, unknown>>;
  const changed = Object.entries(scaled).filter(([key, value]) => value !== content[key]);
  const { paddingPx } = block.styles;
  return {
    content: Object.fromEntries(changed),
    ...(paddingPx === undefined
      ? {}
      : { styles: { paddingPx: scaledQuarterPx(paddingPx, scale, 0, MAX_INSET_PX) } }),
  };
}

/** A patch that fixes the width of a text with autowidth, for when its side is dragged. */
export function endAutowidth(definitions: DefinitionLookup, block: Block): Patch | undefined {
  return hasAutowidth(definitions, block) ? { content: { useAutowidth: undefined } } : undefined;
}

/** Merges the content of another patch into a patch. */
export function withContent(patch: Patch, other: Patch | undefined): Patch {
  return other ? { ...patch, content: { ...patch.content, ...other.content } } : patch;
}
