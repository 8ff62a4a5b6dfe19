import type { Block, Box } from '@cobble/engine';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** Where a painter draws: px at the reference width, origin at the block's top left corner. */
export interface PaintFrame<B extends Block = Block> {
  readonly block: B;
  readonly target: PaintTarget;
  readonly resources: PaintResources;
  /** The block's box, borders included. */
  readonly width: number;
  readonly height: number;
  /** The box inside border and padding. */
  readonly content: Box;
  /** The corner radius at the border's outer edge. */
  readonly radius: number;
}

/**
 * Draws what is particular to a type of block; background, border, shadows, opacity, blur, rotation
 * and clipping are done around it.
 */
export type Painter<B extends Block = Block> = (frame: PaintFrame<B>) => void;
