import type { Editor, Point } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';

/** A side handle's size, px. */
export const SIDE_GRIP = { width: 6, height: 44 } as const;
/** A section with a smaller visible height has no side handles, px. */
const LEAST_SEEN_PX = 72;
/** Hit distances, px. */
const REACH_PX = { mouse: 7, pen: 10, touch: 22 } as const;

/** The centres of a section's two side handles; px from the window's top left corner. */
export interface PlacedSides {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/**
 * Positions a section's side handles in the middle of its visible height; null when that is too
 * small.
 */
export function placeSides(editor: Editor, view: CanvasView, section: string): PlacedSides | null {
  const box = editor.boxOf(section);
  if (!box) return null;
  const { pxPerUnit, scrollTop, height } = view;
  const from = Math.max(box.y * pxPerUnit, scrollTop);
  const to = Math.min((box.y + box.height) * pxPerUnit, scrollTop + height);
  if (to - from < LEAST_SEEN_PX) return null;
  return {
    left: box.x * pxPerUnit,
    right: (box.x + box.width) * pxPerUnit,
    y: (from + to) / 2,
  };
}

/** The side handle under a pointer; px from the window's top left corner. */
export function hitSides(
  sides: PlacedSides,
  point: Point,
  pointerType: 'mouse' | 'pen' | 'touch',
): 'left' | 'right' | null {
  const reach = REACH_PX[pointerType];
  if (Math.abs(point.y - sides.y) > SIDE_GRIP.height / 2 + reach) return null;
  if (Math.abs(point.x - sides.left) <= reach) return 'left';
  return Math.abs(point.x - sides.right) <= reach ? 'right' : null;
}
