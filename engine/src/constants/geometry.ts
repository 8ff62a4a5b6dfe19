/**
 * Dimensions and tolerances. Lengths whose names end in `Px` are px at the reference width unless
 * noted; other lengths are fractions of the window's width.
 */
export const GEOMETRY = {
  /** The narrowest window that a page can be designed for. */
  minWindowWidthPx: 375,
  /** The reference width of new, starter and paper pages, and of migrated pages that have none. */
  defaultReferenceWidthPx: 600,
  /** The widest content on a desktop; also the largest reference width. */
  maxContentWidthPx: 1366,
  /** The size of the phone on the canvas (Advanced mode) and in the preview, in screen px. */
  phoneCanvasPx: { width: 375, height: 667 },
  /** Widths to which a dragged rail snaps, and the tolerance. */
  windowSnapLinesPx: [375, 600, 700, 800, 1200],
  windowSnapTolerancePx: 25,
  /** A viewport of at most this width is a phone. */
  phoneMaxWidthPx: 600,
  /** The minimum width and height of a block. */
  minBlockDimension: 0.03,
  /** Width and height of a new block whose type has no default size. */
  newBlockSize: 0.25,
  /** The centre of a new block, and the largest random offset to the lower right. */
  newBlockCenter: 0.5,
  newBlockJitter: 0.1,
  /** The maximum width of a new block. */
  newBlockMaxWidth: 0.9,
  /** Default width of a background's tiles, as a percentage of the area. */
  defaultTilePercent: 50,
  /**
   * The margin that fitting leaves below a section's lowest block, unless the page sets another.
   */
  pageMargin: 0.05,
  /** Minimum height of the canvas, and the space that it leaves below the last section. */
  minCanvasHeight: 2,
  canvasBottomPadding: 0.2,
  /** Height of a new section. */
  newSectionHeightPx: 200,
  /** Step for dragging a section's width. */
  sectionWidthStepPx: 50,
  /** z-order: the safe range, its median, and the step between neighbours. */
  minZIndex: 0,
  maxZIndex: 100_000,
  medianZIndex: 50_000,
  /** How far z-indices made by others may exceed the safe range. */
  zIndexBuffer: 1000,
  zIndexStep: 5,
  /** Snapping: tolerance in screen px, guides per axis, rotation. */
  snapTolerancePx: 3,
  maxGuidesPerAxis: 6,
  rotationStepDeg: 45,
  rotationToleranceDeg: 3,
  rotationTouchToleranceDeg: 6,
  /** Distance that the arrow keys move blocks. */
  nudgePx: 1,
  nudgeShiftPx: 8,
  /**
   * Offset when pasting on the page that the blocks were copied from, and the range of random
   * offsets of duplicates, and of pastes on other pages.
   */
  pasteOffsetPx: 32,
  cloneJitterPx: { min: 8, max: 64 },
  /** Maximum width of content from outside. */
  maxInsertedWidthPx: 480,
  /** Maximum width and height of an uploaded image when it is placed. */
  uploadedImageMaxPx: 600,
  /** The largest sizes, in screen px, at which handles are condensed and super-condensed. */
  condensedHandlesPx: 30,
  superCondensedHandlesPx: 18,
  /** Distance from the viewport's edge, in screen px, at which dragging scrolls. */
  edgeScrollPx: 72,
} as const;
