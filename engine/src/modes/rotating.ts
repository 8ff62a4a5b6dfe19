import {
  boundsOfRotated,
  boxAround,
  centreOf,
  rotatePoint,
  unionBoxes,
} from '../geometry/boxes.ts';
import { normalizeDeg, rotateAngle } from '../geometry/rotateAngle.ts';
import type { Box } from '../model/Position.ts';
import { createGesture } from './gesture.ts';
import type { GestureSubject } from './GestureSubject.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';
import type { Placement } from './ModeHost.ts';

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

  const move = (event: PointerInput): void => {
    const deg = rotateAngle({
      centre,
      from: down,
      to: event,
      startDeg,
      touch: event.pointerType === 'touch',
      stepped: event.shift,
      free: event.ctrl,
    });
    if (single)
      host.place(new Map([[single.uuid, { x: single.box.x, y: single.box.y, rotationDeg: deg }]]));
    else host.place(turnAll(context, subject, deg));
  };
  const state = createGesture(context, { mode: { name: 'rotating' }, move }, first);
  move(first);
  return state;
}

function turnAll(
  { host }: InputContext,
  subject: GestureSubject,
  deg: number,
): Map<string, Placement> {
  const middle = centreOf(subject.bounds);
  const placements = new Map<string, Placement>();
  const bounds = new Map<string, Box[]>();
  // From the innermost out, so that a group knows the bounds of all that it holds.
  for (const { uuid, block, box, rotationDeg } of subject.all.toReversed()) {
    const inside = bounds.get(uuid);
    const isGroup = host.definitionOf(block.type)?.capabilities.holdsBlocks === true;
    const fitted = isGroup && inside ? unionBoxes(inside) : null;
    const turned =
      fitted ?? boxAround(rotatePoint(centreOf(box), middle, deg), box.width, box.height);
    const turnedDeg = fitted ? 0 : normalizeDeg(rotationDeg + deg);
    placements.set(uuid, { ...turned, rotationDeg: turnedDeg });
    if (block.parentUuid !== undefined) {
      const siblings = bounds.get(block.parentUuid) ?? [];
      siblings.push(boundsOfRotated(turned, turnedDeg));
      bounds.set(block.parentUuid, siblings);
    }
  }
  return placements;
}
