import {
  boundsOfRotated,
  boxAround,
  centerOf,
  rotatePoint,
  unionBoxes,
} from '../geometry/boxes.ts';
import type { Placement } from '../editor/patches.ts';
import { normalizeDeg } from '../geometry/rotation.ts';
import type { Box, Point } from '../model/Position.ts';
import type { GestureSubject, SubjectItem } from './gesture.ts';
import type { ModeHost } from './ModeHost.ts';
import type { DefinitionLookup } from '../blocks/minScaleOf.ts';
import { resizeGrowing } from './resizeGrowing.ts';
import { endAutowidth, scaleText, withContent } from './resizeText.ts';

/** A rotation, scale and move of the whole selection, in page space. */
export interface Transform {
  /** The centre of rotation and scaling, and where it moves to. */
  readonly pivot: Point;
  readonly to: Point;
  readonly deg: number;
  readonly scale: number;
}

/**
 * The positions of the selected blocks after a transform. Each block rotates about the pivot. Groups
 * have no rotation: they are fitted to their children. Text scales its font size.
 */
export function transformSubject(
  host: Pick<ModeHost, 'definitionOf' | 'environment' | 'fields'>,
  subject: GestureSubject,
  transform: Transform,
): Map<string, Placement> {
  const placements = new Map<string, Placement>();
  const bounds = new Map<string, Box[]>();
  // Children first, so that the bounds of a group's children are known.
  for (const item of subject.all.toReversed()) {
    const { uuid, block } = item;
    const inside = bounds.get(uuid);
    const isGroup = host.definitionOf(block)?.capabilities.containsBlocks === true;
    const fitted = isGroup && inside ? unionBoxes(inside) : null;
    const scaled = fitted ?? transformed(item, transform);
    const grown =
      transform.scale === 1
        ? null
        : resizeGrowing(host, block, { ...scaled, scale: transform.scale });
    const placed = grown ? boxAround(centerOf(scaled), grown.width, grown.height) : scaled;
    const rotationDeg = isGroup ? 0 : normalizeDeg(item.rotationDeg + transform.deg);
    const patch = grown ? grown.patch : scaledText(host, item, transform.scale);
    placements.set(uuid, { ...placed, rotationDeg, ...(patch && { patch }) });
    if (block.parentUuid !== undefined) {
      const siblings = bounds.get(block.parentUuid) ?? [];
      siblings.push(boundsOfRotated(placed, rotationDeg));
      bounds.set(block.parentUuid, siblings);
    }
  }
  return placements;
}

function transformed({ box }: SubjectItem, { pivot, to, deg, scale }: Transform): Box {
  const rotated = rotatePoint(centerOf(box), pivot, deg);
  const center = {
    x: to.x + (rotated.x - pivot.x) * scale,
    y: to.y + (rotated.y - pivot.y) * scale,
  };
  return boxAround(center, box.width * scale, box.height * scale);
}

function scaledText(
  definitions: DefinitionLookup,
  { block }: SubjectItem,
  scale: number,
): Placement['patch'] {
  const scaled = scale === 1 ? null : scaleText(definitions, block, scale);
  return scaled ? withContent(scaled, endAutowidth(definitions, block)) : undefined;
}
