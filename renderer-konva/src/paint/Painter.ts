import type { Block, Box } from '@cobble/engine';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/**
 * A painter's input. Lengths are px at the reference width; the origin is the block's top left
 * corner.
 */
export interface PaintFrame<B extends Block = Block> {
  readonly block: B;
  readonly target: PaintTarget;
  readonly resources: PaintResources;
  /** The block's size, borders included. */
  readonly width: number;
  readonly height: number;
  /** The box inside border and padding. */
  readonly content: Box;
  /** The corner radius at the border's outer edge. */
  readonly radius: number;
}

/**
 * Draws what is specific to a block type. Background, border, shadows, opacity, blur, rotation and
 * clipping are applied by the caller.
 */
export type Painter<B extends Block = Block> = (frame: PaintFrame<B>) => void;
