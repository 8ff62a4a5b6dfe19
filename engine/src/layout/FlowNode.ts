import type { Box } from '../model/Position.ts';
import type { FlowBox } from './FlowBox.ts';
import type { FlowGrid } from './gridOf.ts';

/** Blocks that belong together and keep their places among themselves on a phone. */
export interface FlowCluster extends Box {
  readonly kind: 'cluster';
  /** In reading order. */
  readonly members: readonly FlowBox[];
  readonly grid: FlowGrid;
  /** A text by itself: it takes the screen's width at its own size. */
  readonly isLoneText: boolean;
  /** What it looks like beside others, as of {@link FlowBox}. */
  readonly look: string;
}

/** A background that spans the window, and what stands on it. */
export interface FlowHold extends Box {
  readonly kind: 'hold';
  readonly backdrop: FlowBox;
  readonly rows: readonly FlowRow[];
}

/** A block that phones do not show: it stands in the document for desktops alone. */
export interface FlowHidden extends Box {
  readonly kind: 'hidden';
  readonly member: FlowBox;
}

/**
 * Blocks that their author put somewhere for phones alone; what is not clear of one another above
 * or below stands together. It has a row to itself.
 */
export interface FlowPlaced extends Box {
  readonly kind: 'placed';
  /** In reading order; boxes are those of the desktop. */
  readonly members: readonly FlowBox[];
  /** Of their places on the phone, px at the reference width from the window's left. */
  readonly grid: FlowGrid;
}

/** A column that is read as a whole, and stays together beside others: a heading and its text. */
export interface FlowStack extends Box {
  readonly kind: 'stack';
  readonly rows: readonly FlowRow[];
}

/** What follows one another on a phone. Boxes are those of the desktop. */
export type FlowNode = FlowCluster | FlowHold | FlowHidden | FlowPlaced | FlowStack;

/** Nodes that may stand side by side on a phone while they fit. */
export interface FlowRow {
  /**
   * The room above it on the desktop, px at the reference width; above what was placed for phones
   * the room there, in the same unit.
   */
  readonly gap: number;
  /** In reading order. */
  readonly nodes: readonly FlowNode[];
}
