import { centreOf, translateBox } from '../geometry/boxes.ts';
import { snapTranslation } from '../snapping/snapTranslation.ts';
import { createGesture } from './gesture.ts';
import { type GestureSubject, lockOfBlock, subjectOf } from './GestureSubject.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';
import type { Placement } from './ModeHost.ts';
import { pinching } from './pinching.ts';
import { createSnapScene, snapTolerance } from './snapScene.ts';
import { sectionUnder } from './targets.ts';

/**
 * Moves the selection. Ctrl suspends snapping, Shift keeps to one axis, Alt moves a copy for as long
 * as it is down. At the end a block whose centre lies over another section becomes that section's child. A
 * second finger turns it into a pinch. Null when the copy was refused; then nothing has changed.
 */
export function translating(
  context: InputContext,
  subject: GestureSubject,
  down: PointerInput,
  first: PointerInput,
): InputState | null {
  const { host } = context;
  const before = [...host.selection];
  host.begin();
  const copied = down.alt ? copyOf(context, subject) : subject;
  if (!copied) {
    host.cancel();
    host.select(before);
    return null;
  }
  let moved = copied;
  let isCopying = down.alt;
  const sceneOf = ({ all }: GestureSubject) =>
    createSnapScene(host, new Set(all.map((item) => item.uuid)));
  let targets = sceneOf(moved);
  const { referenceWidth } = host.fields.settings;
  let dx = 0;
  let dy = 0;

  /** What was moved goes back to where it was. A copy that is refused is told, and not asked for again. */
  const setCopying = (asked: boolean): void => {
    host.cancel();
    host.select(before);
    host.begin();
    isCopying = asked;
    moved = (asked ? copyOf(context, subject) : null) ?? subject;
    targets = sceneOf(moved);
  };

  const move = (event: PointerInput) => {
    if (event.alt !== isCopying) setCopying(event.alt);
    dx = event.x - down.x;
    dy = event.y - down.y;
    const alongX = Math.abs(dx) >= Math.abs(dy);
    if (event.shift) {
      if (alongX) dy = 0;
      else dx = 0;
    }
    let guides: Parameters<InputContext['showGuides']>[0] = [];
    if (!event.ctrl) {
      const moving = translateBox(subject.bounds, dx, dy);
      const snapped = snapTranslation({
        moving,
        targets: targets(moving),
        tolerance: snapTolerance(event),
        referenceWidth,
        axes: event.shift ? { x: alongX, y: !alongX } : { x: true, y: true },
      });
      dx += snapped.dx;
      dy += snapped.dy;
      guides = snapped.guides;
    }
    context.showGuides(guides);
    return host.place(placementsOf(moved, subject, dx, dy));
  };

  const end = (): void => {
    const placements = new Map<string, Placement>();
    moved.roots.forEach((item, index) => {
      const origin = subject.roots[index];
      if (!origin) return;
      const box = translateBox(origin.box, dx, dy);
      const section = sectionUnder(host, centreOf(box).y);
      const parent = item.block.parentUuid;
      // What lies in a group stays in it.
      if (section === null || parent === undefined || parent === section) return;
      if (!host.sectionIds.includes(parent) || lockOfBlock(host, section)) return;
      placements.set(item.uuid, { x: box.x, y: box.y, parentUuid: section });
    });
    if (placements.size > 0) host.place(placements);
  };

  const cancelled = (): void => {
    host.select(before);
  };
  const state = createGesture(
    context,
    {
      mode: { name: 'translating' },
      move,
      end,
      cancelled,
      joined: (one, other) => pinching(context, one, other),
    },
    first,
  );
  move(first);
  return state;
}

/** Copies, which then are the selection; null when they were refused. */
function copyOf(context: InputContext, subject: GestureSubject): GestureSubject | null {
  const { host } = context;
  const copied = host.duplicate(subject.roots.map((item) => item.uuid));
  if (!copied.ok) {
    host.emitRefusal(copied.code);
    return null;
  }
  host.select(copied.value);
  return subjectOf(host);
}

/** Copies start from where the originals lie, not from where duplicating put them. */
function placementsOf(
  moved: GestureSubject,
  origin: GestureSubject,
  dx: number,
  dy: number,
): Map<string, Placement> {
  const placements = new Map<string, Placement>();
  moved.roots.forEach((item, index) => {
    const from = (origin.roots[index] ?? item).box;
    placements.set(item.uuid, { x: from.x + dx, y: from.y + dy });
  });
  return placements;
}
