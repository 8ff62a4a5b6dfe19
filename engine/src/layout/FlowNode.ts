import type { Box } from '../model/Position.ts';
import type { FlowBox } from './FlowBox.ts';
import type { FlowGrid } from './gridOf.ts';

/** Blocks that stay together on a phone and keep their positions relative to each other. */
export interface FlowCluster extends Box {
  readonly kind: 'cluster';
  /** In reading order. */
  readonly members: readonly FlowBox[];
  readonly grid: FlowGrid;
  /** A single text block. A phone shows it at full width and in its own font size. */
  readonly isSingleText: boolean;
  /** As in {@link FlowBox}, for all members together. */
  readonly appearance: string;
}

/** A background that spans the window, with the rows on top of it. */
export interface FlowBackdrop extends Box {
  readonly kind: 'backdrop';
  readonly backdrop: FlowBox;
  readonly rows: readonly FlowRow[];
}

/** A block that is hidden on phones. The document contains it for desktops only. */
export interface FlowHidden extends Box {
  readonly kind: 'hidden';
  readonly member: FlowBox;
}

/** Blocks with phone positions that overlap vertically. They have a row of their own. */
export interface FlowPlaced extends Box {
  readonly kind: 'placed';
  /** In reading order. The boxes are those of the desktop. */
  readonly members: readonly FlowBox[];
  /**
   * Grid of their positions on the phone, in px at the reference width from the window's left edge.
   */
  readonly grid: FlowGrid;
}

/**
 * A column that is read as a whole and stays together next to others, such as a heading and its
 * text.
 */
export interface FlowStack extends Box {
  readonly kind: 'stack';
  readonly rows: readonly FlowRow[];
}

/** An item of a phone row. Its box is that of the desktop. */
export type FlowNode = FlowCluster | FlowBackdrop | FlowHidden | FlowPlaced | FlowStack;

/** Nodes that may be side by side on a phone if they fit. */
export interface FlowRow {
  /**
   * The space above the row, in px at the reference width: on the desktop, or on the phone if the
   * row has phone positions.
   */
  readonly gap: number;
  /** In reading order. */
  readonly nodes: readonly FlowNode[];
}
