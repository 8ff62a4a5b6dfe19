import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import type { Stroke } from './Stroke.ts';
import { strokeOutline } from './strokeOutline.ts';

/**
 * The bounds of the strokes' ink, widths included, in px at the reference width and in the strokes'
 * space. Null if there is no ink.
 */
export function inkBox(strokes: readonly Stroke[]): Box | null {
  return unionBoxes(
    strokes.flatMap((stroke) =>
      strokeOutline(stroke).map(({ x, y }) => ({ x, y, width: 0, height: 0 })),
    ),
  );
}
