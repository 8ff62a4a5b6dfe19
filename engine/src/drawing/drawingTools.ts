/** The tools that draw strokes. */
export type DrawingTool = 'pen' | 'highlighter';

/** The appearance of a tool's ink. */
export interface DrawingToolStyle {
  /** Opacity of a stroke as a whole: it is not darker where it crosses itself. */
  readonly opacity: number;
  /** How much pressure changes the width: 0 not at all, 1 from zero to double. */
  readonly thinningRatio: number;
  readonly defaultColor: string;
}

/** A colour of the tool picker. */
export interface DrawingColor {
  readonly name: 'black' | 'white' | 'red' | 'yellow' | 'blue' | 'green' | 'purple';
  readonly color: string;
  /** Whether only desktops, which have space for it, offer the colour. */
  readonly desktopOnly: boolean;
}

/** The colours, in the order of the picker. */
export const DRAWING_COLORS: readonly DrawingColor[] = [
  { name: 'black', color: '#000000', desktopOnly: false },
  { name: 'white', color: '#FFFFFF', desktopOnly: false },
  { name: 'red', color: '#E5372C', desktopOnly: false },
  { name: 'yellow', color: '#FFDE33', desktopOnly: false },
  { name: 'blue', color: '#2563EB', desktopOnly: false },
  { name: 'green', color: '#2E9E4F', desktopOnly: true },
  { name: 'purple', color: '#7C3AED', desktopOnly: true },
];

/** The appearance of each tool. */
export const DRAWING_TOOLS: Readonly<Record<DrawingTool, DrawingToolStyle>> = {
  pen: { opacity: 1, thinningRatio: 0.5, defaultColor: '#000000' },
  highlighter: { opacity: 0.48, thinningRatio: 0, defaultColor: '#FFDE33' },
};

/** The stroke widths of the picker, in px at the reference width; they scale with the page. */
export const STROKE_WIDTHS_PX = [4, 7, 12] as const;
