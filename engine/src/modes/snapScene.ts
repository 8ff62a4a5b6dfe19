import { boxesMeet } from '../geometry/boxes.ts';
import { createSnapTargets, type SnapTargets } from '../snapping/snapTargets.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { type PointerInput, screenPxPerUnit } from './InputContext.ts';
import type { ModeHost } from './ModeHost.ts';

/** Blocks at most this far from the moving ones are snapped to; the rest would only be noise. */
const REACH = 1;

/** How far a gesture may be drawn at the pointer's zoom, in page space. */
export function snapTolerance(event: PointerInput): number {
  return GEOMETRY.snapTolerancePx / screenPxPerUnit(event);
}

/**
 * Gives what a gesture can snap to near a box. It is sorted once and made anew only after the box
 * has gone half the reach.
 *
 * @param moving ids of all that moves, which must not snap to itself
 */
export function createSnapScene(
  host: ModeHost,
  moving: ReadonlySet<string>,
): (around: Box) => SnapTargets {
  let known: { targets: SnapTargets; near: Box } | null = null;
  const grow = (box: Box, by: number): Box => ({
    x: box.x - by,
    y: box.y - by,
    width: box.width + 2 * by,
    height: box.height + 2 * by,
  });
  return (around) => {
    if (known && boxesMeet(known.near, { x: around.x, y: around.y, width: 0, height: 0 }))
      return known.targets;
    const blocks: Box[] = [];
    for (const uuid of host.index.search(grow(around, REACH))) {
      const bounds = moving.has(uuid) ? null : host.index.boundsOf(uuid);
      if (bounds && host.blocks.get(uuid)?.parentUuid !== undefined) blocks.push(bounds);
    }
    const sections = host.sectionIds.flatMap((uuid) => host.boxOf(uuid) ?? []);
    const last = sections.at(-1);
    const targets = createSnapTargets({
      blocks,
      sections,
      pageHeight: last ? last.y + last.height : 0,
    });
    known = {
      targets,
      near: grow({ x: around.x, y: around.y, width: 0, height: 0 }, REACH / 2),
    };
    return targets;
  };
}
