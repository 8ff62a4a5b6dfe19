/** What one draws with. */
export type DrawingTool = 'pen' | 'highlighter';

/** How a tool's ink looks. */
export interface DrawingToolLook {
  /** How opaque a stroke is as a whole; where it crosses itself it is no darker. */
  readonly opacity: number;
  /** How much pressure changes the width: 0 not at all, 1 from nothing to twice. */
  readonly thinningRatio: number;
  /** The colour that one begins with. */
  readonly defaultColor: string;
}

/** A colour that the tools offer. */
export interface DrawingColor {
  readonly name: 'black' | 'white' | 'red' | 'yellow' | 'blue' | 'green' | 'purple';
  readonly color: string;
  /** Offered on desktops alone, where there is room for it. */
  readonly desktopOnly: boolean;
}

/** Colours in the order in which they are offered. */
export const DRAWING_COLORS: readonly DrawingColor[] = [
  { name: 'black', color: '#000000', desktopOnly: false },
  { name: 'white', color: '#FFFFFF', desktopOnly: false },
  { name: 'red', color: '#E5372C', desktopOnly: false },
  { name: 'yellow', color: '#FFDE33', desktopOnly: false },
  { name: 'blue', color: '#2563EB', desktopOnly: false },
  { name: 'green', color: '#2E9E4F', desktopOnly: true },
  { name: 'purple', color: '#7C3AED', desktopOnly: true },
];

/** Pen and highlighter. */
export const DRAWING_TOOLS: Readonly<Record<DrawingTool, DrawingToolLook>> = {
  pen: { opacity: 1, thinningRatio: 0.5, defaultColor: '#000000' },
  highlighter: { opacity: 0.48, thinningRatio: 0, defaultColor: '#FFDE33' },
};

/** The widths that are offered, px at the reference width: they scale with the page. */
export const STROKE_WIDTHS_PX = [4, 7, 12] as const;
