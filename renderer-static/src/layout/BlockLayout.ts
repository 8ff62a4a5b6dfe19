import type { Block, FlowBox, FlowGrid, GridArea } from '@cobble/engine';
import type { PhoneScale } from '../images/PaintedBox.ts';

/** A block's position in its container's layout. Lengths are px at the reference width. */
export interface BlockLayout {
  readonly box: FlowBox;
  readonly area: GridArea;
  /** Rank among its siblings, from 1 at the bottom. */
  readonly layer: number;
  readonly isInsideLink: boolean;
  /** Top of the space that `box` is in, from the top of the page. */
  readonly originY: number;
  /** Left of the space that `box` is in, from the window's left; null inside a pinned group. */
  readonly windowX: number | null;
  /** How the block scales on phones. */
  readonly phone: PhoneScale;
  /** The block is directly in a section of a page with the phone layout `automatic`. */
  readonly isFlowing: boolean;
  /** Renders the children of a group. */
  readonly renderChildren: (group: Block, layout: ContainerLayout) => string;
}

/** How a section or group lays out its children. */
export interface ContainerLayout {
  readonly isInsideLink: boolean;
  /** Top of the container, px from the top of the page at the reference width. */
  readonly originY: number;
  /** As in {@link BlockLayout}. Sections compute theirs from their width. */
  readonly windowX?: number | null;
  /** How the children scale on phones; default: as the window does. */
  readonly phone?: PhoneScale;
  /** Whether this is a section; its blocks flow on phones when the phone layout is `automatic`. */
  readonly isSection?: boolean;
  /** Whether this is the last section: blocks that overflow it make the page longer. */
  readonly isLast?: boolean;
}

/** A block's HTML and the class that its layout rules select. */
export interface RenderedBlock {
  readonly html: string;
  readonly className: string;
}

/** Renders the block of a box in its area of a grid. */
export type RenderBox = (box: FlowBox, grid: FlowGrid, phone?: PhoneScale | null) => RenderedBlock;
