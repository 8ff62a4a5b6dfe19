import type { StrokePoint } from '../drawing/Stroke.ts';
import { MAX_LENGTH } from '../model/Position.ts';
import type { KeyInput, PointerInput } from '../editor/InputEvent.ts';
import { keyNames } from './keyNames.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import { isToolKey } from './tools.ts';

/** The furthest that strokes may be from the origin of page space, on each axis. */
const MAX_DISTANCE = 0.9 * MAX_LENGTH;

/**
 * Drawing mode: the pointer draws strokes. Enter adds them to the page as a block and continues;
 * Escape, D or another tool's key adds them and leaves. Undo and redo apply to strokes. During a
 * stroke, Escape discards the stroke and other keys do nothing. Of several fingers, the first one
 * draws.
 */
export function drawing(context: ModeContext): ModeState {
  const { drawing: session } = context;
  let drawingPointer: number | null = null;
  return {
    mode: { name: 'drawing', ...session.pen },
    handle(event) {
      switch (event.type) {
        case 'pointerdown':
          if (drawingPointer !== null || event.button !== 0 || !commitIfFull(context, event)) break;
          drawingPointer = event.pointerId;
          session.begin(inkPoint(context, event), event.pointerType === 'pen');
          break;
        case 'pointermove':
          if (event.pointerId === drawingPointer) drawTo(event);
          break;
        case 'pointerup':
          if (event.pointerId !== drawingPointer) break;
          drawTo(event);
          session.end();
          drawingPointer = null;
          break;
        case 'pointercancel':
          if (event.pointerId !== undefined && event.pointerId !== drawingPointer) break;
          session.cancel();
          drawingPointer = null;
          break;
        case 'keydown':
          if (drawingPointer === null) handleKey(event);
          else if (event.key === 'Escape') {
            session.cancel();
            drawingPointer = null;
          }
          break;
        default:
      }
    },
  };

  /** When the drawing is full, it is added to the page and the stroke continues in the next one. */
  function drawTo(event: PointerInput): void {
    const point = inkPoint(context, event);
    if (session.extend(point)) return;
    if (commitIfFull(context, event)) session.begin(point, event.pointerType === 'pen');
    else drawingPointer = null;
  }

  function handleKey(key: KeyInput): void {
    const names = keyNames(key);
    const has = (name: string): boolean => names.includes(name);
    if (has('ctrl+z')) context.undo();
    else if (has('ctrl+shift+z') || has('ctrl+y')) context.redo();
    else if (has('enter')) context.commitDrawing();
    else if (has('escape') || has('d')) context.stopDrawing();
    else if (names.some(isToolKey) && context.stopDrawing().ok) context.handleIdle(key);
  }
}

/** The pointer's position in px at the reference width. */
function inkPoint({ host }: ModeContext, event: PointerInput): StrokePoint {
  const { referenceWidth } = host.fields.settings;
  const clampPx = (value: number): number =>
    Math.min(MAX_DISTANCE, Math.max(-MAX_DISTANCE, value)) * referenceWidth;
  return { x: clampPx(event.x), y: clampPx(event.y), pressure: event.pressure };
}

/** Adds the drawing to the page if it cannot take another stroke; false if that was refused. */
function commitIfFull(context: ModeContext, event: PointerInput): boolean {
  return context.drawing.hasSpaceAt(inkPoint(context, event)) || context.commitDrawing().ok;
}
