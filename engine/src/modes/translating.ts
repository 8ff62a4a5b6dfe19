import { centerOf, translateBox } from '../geometry/boxes.ts';
import { snapTranslation } from '../snapping/snapTranslation.ts';
import type { Placement } from '../editor/patches.ts';
import { duplicateBlocks } from '../editor/commands/duplicateBlocks.ts';
import { placeBlocks } from '../editor/commands/placeBlocks.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { refuseLocked } from '../editor/locks.ts';
import { ok, type Result } from '../model/Result.ts';
import {
  createGesture,
  createSnapScene,
  type GestureSubject,
  snapTolerance,
  subjectOf,
} from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { pinching } from './pinching.ts';
import { sectionUnder } from './targets.ts';

/**
 * Moves the selection. Ctrl suspends snapping, Shift restricts the move to one axis, Alt moves a
 * copy while it is down. On release, a block whose centre is over another section becomes its child.
 * A second finger starts a pinch. Null if copying was refused; nothing has changed then.
 */
export function translating(
  context: ModeContext,
  subject: GestureSubject,
  down: PointerInput,
  first: PointerInput,
): ModeState | null {
  const { host } = context;
  const before = [...host.selection.ids];
  host.inProgress.begin();
  const copied = down.alt ? copyOf(context, subject) : subject;
  if (!copied) {
    host.inProgress.cancel();
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

  /** Starts over with the selection or with a copy of it. A refused copy is reported once. */
  const setCopying = (copying: boolean): void => {
    host.inProgress.cancel();
    host.select(before);
    host.inProgress.begin();
    isCopying = copying;
    moved = (copying ? copyOf(context, subject) : null) ?? subject;
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
    let guides: Parameters<ModeContext['showGuides']>[0] = [];
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
    return host.inProgress.edit(placeBlocks, placementsOf(moved, subject, dx, dy));
  };

  const end = (): void => {
    const placements = new Map<string, Placement>();
    moved.roots.forEach((item, index) => {
      const origin = subject.roots[index];
      if (!origin) return;
      const box = translateBox(origin.box, dx, dy);
      const section = sectionUnder(host, centerOf(box).y);
      const parent = item.block.parentUuid;
      // Children of groups stay in their group.
      if (section === null || parent === undefined || parent === section) return;
      if (!host.layout.sectionIds.includes(parent) || refuseLocked(host, [section])) return;
      placements.set(item.uuid, { x: box.x, y: box.y, parentUuid: section });
    });
    if (placements.size > 0) host.inProgress.edit(placeBlocks, placements);
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
      secondFinger: (one, other) => pinching(context, one, other),
    },
    first,
  );
  move(first);
  return state;
}

/** Duplicates the subject and selects the copies; null if that was refused, which is reported. */
function copyOf(context: ModeContext, subject: GestureSubject): GestureSubject | null {
  const { host } = context;
  const copied = host.inProgress.edit(
    duplicateBlocks,
    subject.roots.map((item) => item.uuid),
  );
  if (!copied.ok) {
    host.refused.emit(copied.code);
    return null;
  }
  host.select(copied.value);
  return subjectOf(host);
}

/** The new positions of blocks. Copies move relative to the originals. */
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

/**
 * Moves the selection after a key press into the section above or below, at the same distance from
 * its top, but not beyond its bottom. Does nothing at the ends of the page and for children of
 * groups. One history entry; refused if a block or the other section is locked.
 */
export function moveToSection(host: ModeHost, by: -1 | 1): Result<null, EditorRefusal> {
  const subject = subjectOf(host);
  if (!subject) return ok(null);
  const { roots, bounds } = subject;
  const placements = new Map<string, Placement>();
  for (const { uuid, box } of roots) {
    const [parent] = host.layout.ancestorsOf(uuid);
    const index = parent === undefined ? -1 : host.layout.sectionIds.indexOf(parent);
    const target = index < 0 ? undefined : host.layout.sectionIds[index + by];
    const from = parent === undefined ? null : host.layout.boxOf(parent);
    const to = target === undefined ? null : host.layout.boxOf(target);
    if (target === undefined || !from || !to) continue;
    const locked = refuseLocked(host, [target]);
    if (locked) return locked;
    const top = Math.max(0, Math.min(bounds.y - from.y, to.height - bounds.height));
    placements.set(uuid, { x: box.x, y: to.y + top + box.y - bounds.y, parentUuid: target });
  }
  return placements.size === 0 ? ok(null) : host.inProgress.edit(placeBlocks, placements);
}
