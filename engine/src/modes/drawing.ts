import type { StrokePoint } from '../drawing/Stroke.ts';
import { MAX_LENGTH } from '../model/Position.ts';
import type { InputContext, InputState, KeyInput, PointerInput } from './InputContext.ts';
import { keyNames } from './keyNames.ts';
import { isToolKey } from './toolKeys.ts';

/** Ink further off than this could not be kept as a block, in fractions of the window's width. */
const FURTHEST = 0.9 * MAX_LENGTH;

/**
 * Strokes are drawn wherever the pointer goes. Enter keeps them as a block and draws on; Esc, D or
 * another tool's key leaves, and keeps what is left over. Undo and redo are the strokes' own. Of
 * several fingers the first one draws.
 */
export function drawing(context: InputContext): InputState {
  const { host, drawing: session } = context;
  let drawingPointer: number | null = null;
  return {
    mode: { name: 'drawing', ...session.pen },
    handle(event) {
      switch (event.type) {
        case 'pointerdown':
          if (drawingPointer !== null || event.button !== 0 || !makeRoom(context, event)) break;
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
          if (drawingPointer === null) obey(context, event);
          else if (event.key === 'Escape') {
            session.cancel();
            drawingPointer = null;
          }
          break;
        default:
      }
    },
  };

  /** Where the drawing is full it is kept, and the ink goes on in the next one. */
  function drawTo(event: PointerInput): void {
    const point = inkPoint(context, event);
    if (session.extend(point)) return;
    if (makeRoom(context, event)) session.begin(point, event.pointerType === 'pen');
    else drawingPointer = null;
  }

  function obey(within: InputContext, key: KeyInput): void {
    const names = keyNames(key);
    const has = (name: string): boolean => names.includes(name);
    if (has('ctrl+z')) host.undo();
    else if (has('ctrl+shift+z') || has('ctrl+y')) host.redo();
    else if (has('enter')) host.commitDrawing();
    else if (has('escape') || has('d')) host.stopDrawing();
    else if (names.some(isToolKey) && host.stopDrawing().ok) within.atRest(key);
  }
}

/** Where the pointer is, px at the reference width. */
function inkPoint({ host }: InputContext, event: PointerInput): StrokePoint {
  const { referenceWidth } = host.fields.settings;
  const place = (value: number): number =>
    Math.min(FURTHEST, Math.max(-FURTHEST, value)) * referenceWidth;
  return { x: place(event.x), y: place(event.y), pressure: event.pressure };
}

/** Keeps what has been drawn when one drawing can hold no more; false when that was refused. */
function makeRoom(context: InputContext, event: PointerInput): boolean {
  return context.drawing.hasRoomAt(inkPoint(context, event)) || context.host.commitDrawing().ok;
}
