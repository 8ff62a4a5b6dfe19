import { editedBlockOf, type Point } from '@cobble/engine';
import type { Caret, RoomClient } from '@cobble/engine/collaboration';
import { compareStructural, reaction } from 'mobx';
import { toElementPoint } from '../input/pointerEvents.ts';
import { textEditingSessionOf } from '../text-editing/TextEditingSession.ts';
import type { PresenceCanvas } from './PresenceCanvas.ts';

/**
 * Shows the others in a room what this user does on a canvas: the mouse or pen over the page, the
 * visible part of the page, and the caret in a text. A finger has no cursor. Returns a function that
 * stops it, after which the others are shown none of that.
 */
export function sendPresence(canvas: PresenceCanvas, room: RoomClient): () => void {
  const { editor, view } = canvas;
  const scroller = canvas.elements?.scroller;
  if (!scroller) return () => undefined;
  /** Where the pointer is, view px; null when it is not over the canvas. */
  let pointer: Point | null = null;
  const sendCursor = (): void => {
    room.sendCursor(pointer && view.toPage(pointer));
  };
  const onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    pointer = toElementPoint(scroller, event);
    sendCursor();
  };
  const onLeave = (): void => {
    pointer = null;
    sendCursor();
  };
  const onHidden = (): void => {
    if (document.hidden) onLeave();
  };
  scroller.addEventListener('pointermove', onMove, { passive: true });
  scroller.addEventListener('pointerleave', onLeave, { passive: true });
  document.addEventListener('visibilitychange', onHidden);
  const stops = [
    // What is below a pointer that rests changes when the page is scrolled or zoomed.
    reaction(
      () => [view.scrollLeft, view.scrollTop, view.pxPerUnit, view.windowLeft],
      () => {
        if (pointer) sendCursor();
      },
      { equals: compareStructural },
    ),
    reaction(
      () => (view.width > 0 ? view.visibleBox : null),
      (box) => {
        room.people.sendView(box);
      },
      { equals: compareStructural, fireImmediately: true },
    ),
    reaction(
      (): Caret | null => {
        const session = textEditingSessionOf(editor);
        if (!session || editedBlockOf(editor.mode) !== session.uuid) return null;
        const { anchor, head } = session.state.selection;
        return { thingUuid: session.uuid, anchor, head };
      },
      (caret) => {
        room.people.sendCaret(caret);
      },
      { equals: compareStructural, fireImmediately: true },
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    scroller.removeEventListener('pointermove', onMove);
    scroller.removeEventListener('pointerleave', onLeave);
    document.removeEventListener('visibilitychange', onHidden);
    room.sendCursor(null);
    room.people.sendView(null);
    room.people.sendCaret(null);
  };
}
