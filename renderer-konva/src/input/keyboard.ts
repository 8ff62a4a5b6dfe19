import type { CanvasController } from '../canvas/CanvasController.ts';
import { isCanvasKey, isTextField, keyOf } from './canvasKeys.ts';
import type { PointerController } from './PointerController.ts';

/**
 * Feeds keys to the editor while the canvas has the focus. Text fields and the text being edited
 * keep theirs, but for Esc, which their own handlers pass on.
 *
 * @returns the way to stop
 */
export function listenToKeys(canvas: CanvasController, pointer: PointerController): () => void {
  const { editor, elements } = canvas;
  const root = elements?.root;
  if (!root) return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;

  const send = (type: 'keydown' | 'keyup', event: KeyboardEvent): void => {
    editor.dispatch({
      type,
      key: keyOf(event),
      shift: event.shiftKey,
      alt: event.altKey,
      ctrl: event.ctrlKey || event.metaKey,
    });
  };
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || isTextField(event.target) || event.isComposing) return;
      if (event.key === ' ') {
        event.preventDefault();
        pointer.setSpaceDown(true);
        return;
      }
      if (event.key === 'Tab') return;
      if (zoomByKey(canvas, event)) return;
      if (isCanvasKey(event, editor.selection.size > 0)) event.preventDefault();
      else if (event.ctrlKey || event.metaKey || isDrawingKey(event)) return;
      send('keydown', event);
    },
    { signal },
  );
  root.addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ') pointer.setSpaceDown(false);
      if (!isTextField(event.target)) send('keyup', event);
    },
    { signal },
  );
  root.addEventListener(
    'focusout',
    () => {
      pointer.setSpaceDown(false);
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
}

/** D enters Drawing, which has no view on this canvas: strokes would be drawn unseen. */
function isDrawingKey(event: KeyboardEvent): boolean {
  return keyOf(event).toLowerCase() === 'd' && !event.altKey;
}

/** Ctrl and + or -, and Shift+0 for 100% (conventions.md). */
function zoomByKey({ view, zooming }: CanvasController, event: KeyboardEvent): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  const middle = { x: view.width / 2, y: view.height / 2 };
  let zoom: number | null = null;
  if (ctrl && (event.key === '+' || event.key === '=')) zoom = view.zoom * 1.25;
  else if (ctrl && event.key === '-') zoom = view.zoom / 1.25;
  else if (event.shiftKey && !ctrl && event.code === 'Digit0') zoom = 1;
  if (zoom === null || !zooming) return false;
  event.preventDefault();
  zooming.zoomTo(zoom, middle);
  return true;
}
