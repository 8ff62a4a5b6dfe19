import { centreOf } from '../geometry/boxes.ts';
import { snapRotation } from '../geometry/rotation.ts';
import type { EditorRefusal } from '../editor/Editor.ts';
import type { Point } from '../model/Position.ts';
import { ok, type Result } from '../model/Result.ts';
import { lockOf, subjectOf } from './GestureSubject.ts';
import { endsGesture } from './gesture.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';
import { lifting } from './lifting.ts';
import { leastScaleOf } from '../blocks/minScaleOf.ts';
import { transformSubject } from './transformSubject.ts';

/**
 * Two fingers on the selection move, scale and turn it at once; it stays between them as it was.
 * Steps of 45 degrees draw it within 6, as on touch everywhere. The first finger that leaves ends it
 * as one entry of the history; what is selected does not change. Null when the selection may not be
 * changed; that has been told.
 */
export function pinching(
  context: InputContext,
  first: PointerInput,
  second: PointerInput,
): InputState | null {
  const { host } = context;
  const lock = lockOf(host);
  if (lock) host.emitRefusal(lock);
  const subject = lock ? null : subjectOf(host);
  if (!subject) return null;
  host.begin();
  const places = new Map<number, PointerInput>([
    [first.pointerId, first],
    [second.pointerId, second],
  ]);
  const start = fingersOf(first, second);
  const least = leastScaleOf(
    host,
    subject.all.map(({ block }) => block),
  );
  const startDeg = subject.single ? subject.single.rotationDeg : 0;
  const pivot = centreOf(subject.single ? subject.single.box : subject.bounds);

  const move = (): Result<null, EditorRefusal> => {
    const [a, b] = [places.get(first.pointerId), places.get(second.pointerId)];
    if (!a || !b) return ok(null);
    const now = fingersOf(a, b);
    const scale = Math.max(least, now.distance / start.distance);
    const asked = startDeg + now.deg - start.deg;
    const deg = snapRotation(asked, { touch: true }) - startDeg;
    return host.place(
      transformSubject(host, subject, {
        scale,
        deg,
        pivot,
        // What lay under the middle of the fingers stays under it.
        to: moved(pivot, start.centre, now.centre, scale, deg),
      }),
    );
  };
  const end = (finish: () => void): void => {
    finish();
    if (context.fingers.size > 0) context.go(lifting(context));
  };
  const cancel = (): void => {
    end(() => {
      host.cancel();
      context.home();
    });
  };
  /** False when someone has locked what is pinched: then it is given up and told. */
  const follow = (): boolean => {
    const moved = move();
    if (moved.ok || !endsGesture(moved.code)) return true;
    cancel();
    host.emitRefusal(moved.code);
    return false;
  };

  return {
    mode: { name: 'pinching' },
    handle(event) {
      if (event.type === 'pointercancel' || (event.type === 'keydown' && event.key === 'Escape'))
        cancel();
      else if (event.type === 'pointermove' && places.has(event.pointerId)) {
        places.set(event.pointerId, event);
        follow();
      } else if (event.type === 'pointerup' && places.has(event.pointerId)) {
        places.set(event.pointerId, event);
        if (follow())
          end(() => {
            host.commit();
            context.home();
          });
      }
    },
  };
}

function fingersOf(a: Point, b: Point) {
  return {
    // Fingers in one place would be a scale of any size.
    distance: Math.max(1e-3, Math.hypot(b.x - a.x, b.y - a.y)),
    deg: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
    centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
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
