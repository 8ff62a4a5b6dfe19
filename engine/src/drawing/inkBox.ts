import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import type { Stroke } from './Stroke.ts';
import { strokeOutline } from './strokeOutline.ts';

/**
 * The box round the ink of strokes, widths included; px at the reference width, in the strokes' own
 * space. Null when there is no ink.
 */
export function inkBox(strokes: readonly Stroke[]): Box | null {
  return unionBoxes(
    strokes.flatMap((stroke) =>
      strokeOutline(stroke).map(({ x, y }) => ({ x, y, width: 0, height: 0 })),
    ),
  );
}
