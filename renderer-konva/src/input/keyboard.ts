import type { CanvasController } from '../canvas/CanvasController.ts';
import { isCanvasKey, isEditedText, isTextField, keyOf } from './canvasKeys.ts';
import { KeyUps } from './KeyUps.ts';
import type { PointerController } from './PointerController.ts';
import { zoomByKey } from './zoomByKey.ts';

/**
 * Sends keys to the editor while the canvas has the focus. Text fields and the text being edited
 * keep their keys, except Escape, which their own handlers pass on.
 *
 * @returns a function that stops it
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
  const keyUps = new KeyUps((key) => {
    if (key === ' ') pointer.setSpaceDown(false);
    editor.dispatch({ type: 'keyup', key });
  });
  root.addEventListener(
    'keydown',
    (event) => {
      // The selection must not change while it is dragged.
      if (event.key === 'Tab' && pointer.isDown) event.preventDefault();
    },
    { signal, capture: true },
  );
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isTextField(event.target)) {
        // Otherwise the browser would zoom its whole window.
        if (isEditedText(event.target) && (event.ctrlKey || event.metaKey))
          zoomByKey(canvas, event);
        return;
      }
      keyUps.down(event);
      if (event.key === ' ') {
        event.preventDefault();
        pointer.setSpaceDown(true);
        return;
      }
      if (event.key === 'Tab') return;
      if (zoomByKey(canvas, event)) return;
      // During a drag Alt drags a copy and must not open the browser's menu.
      const isHeld = event.key === 'Alt' && pointer.isDown;
      if (isHeld || isCanvasKey(event, editor.selection.size > 0)) event.preventDefault();
      else if (event.ctrlKey || event.metaKey) return;
      send('keydown', event);
    },
    { signal },
  );
  root.addEventListener(
    'keyup',
    (event) => {
      keyUps.up(event);
      if (event.key === ' ') pointer.setSpaceDown(false);
      if (!isTextField(event.target)) send('keyup', event);
    },
    { signal },
  );
  root.addEventListener(
    'focusout',
    () => {
      keyUps.stop();
      pointer.setSpaceDown(false);
    },
    { signal },
  );
  return () => {
    stop.abort();
    keyUps.stop();
  };
}
