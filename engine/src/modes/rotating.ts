import { placeBlocks } from '../editor/commands/placeBlocks.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { centerOf } from '../geometry/boxes.ts';
import { normalizeDeg, rotateAngle } from '../geometry/rotation.ts';
import { ok, type Result } from '../model/Result.ts';
import { createGesture, type GestureSubject, subjectOf } from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { transformSubject } from './transformSubject.ts';

/**
 * Rotates the selection about its centre. The angle snaps to multiples of 45 degrees within 3 (6 on
 * touch); Shift allows only multiples of 15, Ctrl suspends snapping. Groups are fitted to their
 * rotated children.
 */
export function rotating(
  context: ModeContext,
  subject: GestureSubject,
  down: PointerInput,
  first: PointerInput,
): ModeState {
  const { host } = context;
  host.inProgress.begin();
  const { single } = subject;
  const center = centerOf(single ? single.box : subject.bounds);
  const startDeg = single ? single.rotationDeg : 0;

  const move = (event: PointerInput) => {
    const deg = rotateAngle({
      center,
      from: down,
      to: event,
      startDeg,
      touch: event.pointerType === 'touch',
      stepped: event.shift,
      free: event.ctrl,
    });
    return host.inProgress.edit(
      placeBlocks,
      single
        ? new Map([[single.uuid, { x: single.box.x, y: single.box.y, rotationDeg: deg }]])
        : transformSubject(host, subject, { pivot: center, to: center, deg, scale: 1 }),
    );
  };
  const state = createGesture(context, { mode: { name: 'rotating' }, move }, first);
  move(first);
  return state;
}

/**
 * Rotates the selection about its centre after a key press, as one history entry.
 *
 * @param deg clockwise. A single block rotates to the next multiple of this step
 */
export function rotateByKey(host: ModeHost, deg: number): Result<null, EditorRefusal> {
  const subject = subjectOf(host);
  if (!subject) return ok(null);
  const { single, bounds } = subject;
  if (single) {
    const rotationDeg = normalizeDeg(nextStep(single.rotationDeg, deg));
    const { x, y } = single.box;
    return host.inProgress.edit(placeBlocks, new Map([[single.uuid, { x, y, rotationDeg }]]));
  }
  const pivot = centerOf(bounds);
  return host.inProgress.edit(
    placeBlocks,
    transformSubject(host, subject, { pivot, to: pivot, deg, scale: 1 }),
  );
}

/** The next multiple of a step in its direction. */
function nextStep(from: number, deg: number): number {
  const step = Math.abs(deg);
  const steps = from / step;
  // Tolerates rounding errors of multiples.
  const slack = 1e-6;
  return (deg > 0 ? Math.floor(steps + slack) + 1 : Math.ceil(steps - slack) - 1) * step;
}
