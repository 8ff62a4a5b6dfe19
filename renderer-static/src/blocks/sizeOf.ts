import type { Block } from '@cobble/engine';

/** A block's size, px at the reference width. */
export function sizeOf(
  { position }: Block,
  referenceWidthPx: number,
): { readonly width: number; readonly height: number } {
  return {
    width: position.width * referenceWidthPx,
    height: position.height * referenceWidthPx,
  };
}
