import type { Box } from '@cobble/engine';
import type { CanvasController } from '../canvas/CanvasController.ts';

/** The zoom factor of a key press. */
const STEP = 1.25;

/**
 * Handles Ctrl with + or - (Cmd on a Mac), Shift+0 (100%), Shift+1 (whole page) and Shift+2
 * (selection). Returns whether the key was one of them.
 */
export function zoomByKey(canvas: CanvasController, event: KeyboardEvent): boolean {
  const { view, zooming } = canvas;
  if (!zooming) return false;
  const middle = { x: view.width / 2, y: view.height / 2 };
  const ctrl = event.ctrlKey || event.metaKey;
  const digit = event.shiftKey && !ctrl && !event.altKey ? event.code : '';
  const box = digit === 'Digit1' ? pageBoxOf(canvas) : selectionBoxOf(canvas, digit);
  if (ctrl && (event.key === '+' || event.key === '=')) zooming.zoomTo(view.zoom * STEP, middle);
  else if (ctrl && event.key === '-') zooming.zoomTo(view.zoom / STEP, middle);
  else if (digit === 'Digit0') zooming.zoomTo(1, middle);
  else if (box) zooming.zoomToBox(box);
  else return false;
  event.preventDefault();
  return true;
}

function selectionBoxOf({ editor }: CanvasController, digit: string): Box | null {
  return digit === 'Digit2' ? editor.selectionBox : null;
}

/** The window, from the first section's top to the last one's bottom. */
function pageBoxOf({ editor }: CanvasController): Box {
  const last = editor.sectionIds.at(-1);
  const box = last === undefined ? null : editor.boxOf(last);
  return { x: 0, y: 0, width: 1, height: Math.max(0.5, box ? box.y + box.height : 0) };
}
