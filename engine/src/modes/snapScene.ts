import { boxesMeet } from '../geometry/boxes.ts';
import { createSnapTargets, type SnapTargets } from '../snapping/snapTargets.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { screenPxPerUnit } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';

/** Blocks snap to others at most this far away, in fractions of the window's width. */
const REACH = 1;

/** The snap distance at the pointer's zoom, in page space. */
export function snapTolerance(event: PointerInput): number {
  return GEOMETRY.snapTolerancePx / screenPxPerUnit(event);
}

/**
 * Returns a function that computes the snap targets near a box. They are cached until the box has
 * moved by half of `REACH`.
 *
 * @param moving ids of the moving blocks, which are no targets
 */
export function createSnapScene(
  host: ModeHost,
  moving: ReadonlySet<string>,
): (around: Box) => SnapTargets {
  let cached: { targets: SnapTargets; near: Box } | null = null;
  const grow = (box: Box, by: number): Box => ({
    x: box.x - by,
    y: box.y - by,
    width: box.width + 2 * by,
    height: box.height + 2 * by,
  });
  return (around) => {
    if (cached && boxesMeet(cached.near, { x: around.x, y: around.y, width: 0, height: 0 }))
      return cached.targets;
    const blocks: Box[] = [];
    for (const uuid of host.index.search(grow(around, REACH))) {
      const bounds = moving.has(uuid) ? null : host.index.boundsOf(uuid);
      if (bounds && host.blocks.get(uuid)?.parentUuid !== undefined) blocks.push(bounds);
    }
    const sections = host.layout.sectionIds.flatMap((uuid) => host.layout.boxOf(uuid) ?? []);
    const last = sections.at(-1);
    const targets = createSnapTargets({
      blocks,
      sections,
      pageHeight: last ? last.y + last.height : 0,
    });
    cached = {
      targets,
      near: grow({ x: around.x, y: around.y, width: 0, height: 0 }, REACH / 2),
    };
    return targets;
  };
}
