import { hasAutowidth } from '../editor/autowidth.ts';
import type { BlockPatch, Placement } from '../editor/BlockPatch.ts';
import { neededTextHeight } from '../editor/neededTextHeight.ts';
import type { Block } from '../model/Block.ts';
import type { KnowsTypes } from '../blocks/minScaleOf.ts';
import type { ModeHost } from './ModeHost.ts';

type Patch = NonNullable<Placement['patch']>;

/**
 * A patch that scales a block's font size and padding with its box, so that lines break where they
 * did. Null for blocks without such text. It contains changed keys only, since others may edit the
 * rest during the gesture.
 */
export function scaleText(types: KnowsTypes, block: Block, scale: number): Patch | null {
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

/** A patch that fixes the width of a text with autowidth, for when its side is dragged. */
export function endAutowidth(types: KnowsTypes, block: Block): Patch | undefined {
  return hasAutowidth(types, block) ? { content: { useAutowidth: undefined } } : undefined;
}

/** Merges the content of another patch into a patch. */
export function withContent(patch: Patch, other: Patch | undefined): Patch {
  return other ? { ...patch, content: { ...patch.content, ...other.content } } : patch;
}

/**
 * The height that a block's text needs at a width, both in fractions of the window's width. Null if
 * its height does not follow from its text, or if the environment cannot measure text.
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
