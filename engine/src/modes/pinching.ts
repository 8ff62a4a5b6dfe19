import { centerOf } from '../geometry/boxes.ts';
import { snapRotation } from '../geometry/rotation.ts';
import { placeBlocks } from '../editor/commands/placeBlocks.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import type { Point } from '../model/Position.ts';
import { ok, type Result } from '../model/Result.ts';
import {
  cancelsGesture,
  ignoringFingers,
  unlockedSubjectOf,
  withEditsOfOthers,
} from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import { minScaleOf } from '../blocks/minScaleOf.ts';
import { transformSubject } from './transformSubject.ts';

/**
 * Moves, scales and rotates the selection with two fingers. The angle snaps to multiples of 45
 * degrees within 6 degrees, as for all touch gestures. Lifting a finger commits one history entry;
 * the selection does not change. Null if nothing is selected, or if the selection is locked, which
 * is reported.
 */
export function pinching(
  context: ModeContext,
  first: PointerInput,
  second: PointerInput,
): ModeState | null {
  const { host } = context;
  const subject = unlockedSubjectOf(host);
  if (!subject) return null;
  host.inProgress.begin();
  const pointers = new Map<number, PointerInput>([
    [first.pointerId, first],
    [second.pointerId, second],
  ]);
  const start = fingersOf(first, second);
  const startDeg = subject.single ? subject.single.rotationDeg : 0;
  const pivot = centerOf(subject.single ? subject.single.box : subject.bounds);

  const move = (): Result<null, EditorRefusal> => {
    const [a, b] = [pointers.get(first.pointerId), pointers.get(second.pointerId)];
    if (!a || !b) return ok(null);
    const now = fingersOf(a, b);
    const current = withEditsOfOthers(host, subject);
    const min = minScaleOf(
      host,
      current.all.map(({ block }) => block),
    );
    const scale = Math.max(min, now.distance / start.distance);
    const unsnapped = startDeg + now.deg - start.deg;
    const deg = snapRotation(unsnapped, { touch: true }) - startDeg;
    return host.inProgress.edit(
      placeBlocks,
      transformSubject(host, current, {
        scale,
        deg,
        pivot,
        // The point between the fingers follows them.
        to: moved(pivot, start.center, now.center, scale, deg),
      }),
    );
  };
  const end = (finish: () => void): void => {
    finish();
    if (context.hasFingers) context.enter(ignoringFingers(context));
  };
  const cancel = (): void => {
    end(() => {
      host.inProgress.cancel();
      context.enterIdle();
    });
  };
  /** False if a refusal has cancelled the gesture. */
  const follow = (): boolean => {
    const result = move();
    if (result.ok || !cancelsGesture(result.code)) return true;
    cancel();
    host.refused.emit(result.code);
    return false;
  };

  return {
    mode: { name: 'pinching' },
    handle(event) {
      if (event.type === 'keydown' && event.key === 'Escape') cancel();
      else if (event.type === 'pointercancel') {
        if (event.pointerId === undefined || pointers.has(event.pointerId)) cancel();
      } else if (event.type === 'pointermove' && pointers.has(event.pointerId)) {
        pointers.set(event.pointerId, event);
        follow();
      } else if (event.type === 'pointerup' && pointers.has(event.pointerId)) {
        pointers.set(event.pointerId, event);
        if (follow())
          end(() => {
            host.inProgress.commit();
            context.enterIdle();
          });
      }
    },
  };
}

function fingersOf(a: Point, b: Point) {
  return {
    // Avoids a division by zero.
    distance: Math.max(1e-3, Math.hypot(b.x - a.x, b.y - a.y)),
    deg: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
    center: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  };
}

function moved(point: Point, from: Point, to: Point, scale: number, deg: number): Point {
  const angle = (deg * Math.PI) / 180;
  const [dx, dy] = [(point.x - from.x) * scale, (point.y - from.y) * scale];
  return {
    x: to.x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: to.y + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}
