import { centreOf } from '../geometry/boxes.ts';
import { rotateAngle } from '../geometry/rotation.ts';
import { createGesture } from './gesture.ts';
import type { GestureSubject } from './GestureSubject.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';
import { transformSubject } from './transformSubject.ts';

/**
 * Turns the selection about its centre: steps of 45 degrees draw it within 3 (6 on touch), Shift
 * allows only steps of 15, Ctrl all. Of several blocks each turns and wanders round the middle; a
 * group is fitted round what it holds.
 */
export function rotating(
  context: InputContext,
  subject: GestureSubject,
  down: PointerInput,
  first: PointerInput,
): InputState {
  const { host } = context;
  host.begin();
  const { single } = subject;
  const centre = centreOf(single ? single.box : subject.bounds);
  const startDeg = single ? single.rotationDeg : 0;

  const move = (event: PointerInput) => {
    const deg = rotateAngle({
      centre,
      from: down,
      to: event,
      startDeg,
      touch: event.pointerType === 'touch',
      stepped: event.shift,
      free: event.ctrl,
    });
    return host.place(
      single
        ? new Map([[single.uuid, { x: single.box.x, y: single.box.y, rotationDeg: deg }]])
        : transformSubject(host, subject, { pivot: centre, to: centre, deg, scale: 1 }),
    );
  };
  const state = createGesture(context, { mode: { name: 'rotating' }, move }, first);
  move(first);
  return state;
}
