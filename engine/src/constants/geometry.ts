/**
 * Numbers of the canvas. Names end in `Px` where the unit is px at the reference width; the others
 * are fractions of the window's width.
 */
export const GEOMETRY = {
  /** The narrowest window that a page can be designed for, px. */
  minWindowWidthPx: 375,
  /** The reference width of new, starter and 0.5.2-migrated pages, px. */
  defaultReferenceWidthPx: 600,
  /** The widest content that a desktop shows, px; also the largest reference width. */
  maxContentWidthPx: 1366,
  /** The size of the phone that the mobile preview shows, px. */
  phoneCanvasPx: { width: 375, height: 667 },
  /** Widths that a dragged rail is drawn to, and from how far, px. */
  windowSnapLinesPx: [375, 600, 700, 800, 1200],
  windowSnapTolerancePx: 25,
  /** A viewport of at most this width is a phone, px. */
  phoneMaxWidthPx: 600,
  /** The smallest width or height of a block. */
  minBlockDimension: 0.03,
  /** Width and height of a new block that has no size of its own. */
  newBlockSize: 0.25,
  /** Where the centre of a new block lies, and how far it may be jittered to the lower right. */
  newBlockCentre: 0.5,
  newBlockJitter: 0.1,
  /** A new block is never wider than this part of the window. */
  newBlockMaxWidth: 0.9,
  /** Width of a background's tiles that have none of their own, percent of what they fill. */
  defaultTilePercent: 50,
  /** The room that fitting leaves below a section's lowest block. */
  pageMargin: 0.05,
  /** Least height of the canvas while editing, Extra Space included, and the room below content. */
  minCanvasHeight: 2,
  canvasBottomPadding: 0.2,
  /** Height of a new section, px. */
  newSectionHeightPx: 200,
  /** Step in which a section's width is dragged, px. */
  sectionWidthStepPx: 50,
  /** z-order: the safe range, its middle, and the step between neighbours. */
  minZIndex: 0,
  maxZIndex: 100_000,
  medianZIndex: 50_000,
  /** How far beyond the safe range an order may stand that others have made. */
  zIndexBuffer: 1000,
  zIndexStep: 5,
  /** Snapping: distance in screen px, guides an axis, rotation. */
  snapTolerancePx: 3,
  maxGuidesPerAxis: 6,
  rotationStepDeg: 45,
  rotationToleranceDeg: 3,
  rotationTouchToleranceDeg: 6,
  /** Arrow keys, px. */
  nudgePx: 1,
  nudgeShiftPx: 8,
  /** Paste on the page that was copied from, and jitter of clones elsewhere, px. */
  pasteOffsetPx: 32,
  cloneJitterPx: { min: 8, max: 64 },
  /** What comes from outside without a size for this page is placed at most this wide, px. */
  normalWidthPx: 480,
  /** Placed size of an uploaded image: neither side exceeds this, px. */
  uploadedImageMaxPx: 600,
  /** Handles are condensed and super-condensed at these block sizes, screen px. */
  condensedHandlesPx: 30,
  superCondensedHandlesPx: 18,
  /** Dragging this close to the viewport's edge scrolls, screen px. */
  edgeScrollPx: 72,
} as const;
