import {
  boundsOfRotated,
  boxAround,
  centreOf,
  rotatePoint,
  unionBoxes,
} from '../geometry/boxes.ts';
import { normalizeDeg } from '../geometry/rotation.ts';
import type { Box, Point } from '../model/Position.ts';
import type { GestureSubject, SubjectItem } from './GestureSubject.ts';
import type { ModeHost, Placement } from './ModeHost.ts';
import type { KnowsTypes } from '../blocks/minScaleOf.ts';
import { ownWidth, withContent } from './ownWidth.ts';
import { scaleText } from './scaleText.ts';

/** How a selection is turned, scaled and moved as a whole; page space. */
export interface Transform {
  /** The point about which it is turned and scaled, and where that point comes to lie. */
  readonly pivot: Point;
  readonly to: Point;
  readonly deg: number;
  readonly scale: number;
}

/**
 * Where a transform lays the blocks of a selection. Each turns and wanders round the pivot; a group
 * has no turn of its own and is fitted round what it holds. Scaled texts scale their letters.
 */
export function transformSubject(
  host: Pick<ModeHost, 'definitionOf'>,
  subject: GestureSubject,
  transform: Transform,
): Map<string, Placement> {
  const placements = new Map<string, Placement>();
  const bounds = new Map<string, Box[]>();
  // From the innermost out, so that a group knows the bounds of all that it holds.
  for (const item of subject.all.toReversed()) {
    const { uuid, block } = item;
    const inside = bounds.get(uuid);
    const isGroup = host.definitionOf(block.type)?.capabilities.holdsBlocks === true;
    const fitted = isGroup && inside ? unionBoxes(inside) : null;
    const placed = fitted ?? transformed(item, transform);
    const rotationDeg = isGroup ? 0 : normalizeDeg(item.rotationDeg + transform.deg);
    placements.set(uuid, { ...placed, rotationDeg, ...patchOf(host, item, transform.scale) });
    if (block.parentUuid !== undefined) {
      const siblings = bounds.get(block.parentUuid) ?? [];
      siblings.push(boundsOfRotated(placed, rotationDeg));
      bounds.set(block.parentUuid, siblings);
    }
  }
  return placements;
}

function transformed({ box }: SubjectItem, { pivot, to, deg, scale }: Transform): Box {
  const turned = rotatePoint(centreOf(box), pivot, deg);
  const centre = {
    x: to.x + (turned.x - pivot.x) * scale,
    y: to.y + (turned.y - pivot.y) * scale,
  };
  return boxAround(centre, box.width * scale, box.height * scale);
}

function patchOf(
  types: KnowsTypes,
  { block }: SubjectItem,
  scale: number,
): Pick<Placement, 'patch'> {
  const scaled = scale === 1 ? null : scaleText(types, block, scale);
  return scaled ? { patch: withContent(scaled, ownWidth(types, block)) } : {};
}
