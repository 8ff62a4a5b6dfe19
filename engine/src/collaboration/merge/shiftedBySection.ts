import { GEOMETRY } from '../../constants/geometry.ts';
import { rotatedBounds } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import { marginOf } from '../../model/Page.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { ThingUpdate } from '../protocol/intents.ts';

type Updates = ReadonlyMap<string, ThingUpdate>;

/** The tolerance for sums of lengths rounded to a millionth. */
const TOLERANCE = 3e-6;

/**
 * The blocks that only move with their section: its width changes and they stay where they were on
 * the page, or it is sliced and everything below the cut moves.
 */
export function shiftedBySection(records: PageRecords, updates: Updates): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { uuid, position } of updates.values()) {
    const section = records.blocks.get(uuid);
    if (!position || section?.parentUuid !== undefined || !section) continue;
    const children = [...records.childIds(uuid)].flatMap((id) => records.blocks.get(id) ?? []);
    const aside = (position.width - section.position.width) / 2;
    const along = children.filter((child) => isAlong(child, updates.get(child.uuid), aside));
    const isWidened = Math.abs(aside) > TOLERANCE;
    for (const child of along) {
      const shift = shiftOf(child, updates);
      const isMeant = isWidened
        ? near(shift, 0)
        : isSlice(records, section, children, updates, shift);
      if (isMeant) found.add(child.uuid);
    }
  }
  return found;
}

/** Whether an update only moves a block vertically, and horizontally by `aside`. */
function isAlong(child: Block, update: ThingUpdate | undefined, aside: number): boolean {
  if (!update?.position || (update.values?.length ?? 0) > 0) return false;
  const { parentUuid, seenParentUuid, x, width, height, rotationDeg } = update.position;
  const is = child.position;
  return (
    parentUuid === child.parentUuid &&
    seenParentUuid === child.parentUuid &&
    near(x, is.x + aside) &&
    width === is.width &&
    height === is.height &&
    rotationDeg === is.rotationDeg
  );
}

/**
 * Whether a section is sliced: everything that starts below the cut moves by the same distance, only
 * empty space is closed, and the section's height changes accordingly.
 */
function isSlice(
  records: PageRecords,
  section: Block,
  children: readonly Block[],
  updates: Updates,
  by: number,
): boolean {
  if (near(by, 0)) return false;
  const isMoved = (child: Block): boolean => {
    const position = updates.get(child.uuid)?.position;
    if (!position) return false;
    // A block that is over another section now belongs to it.
    return position.parentUuid !== child.parentUuid || near(shiftOf(child, updates), by);
  };
  const moved = children.filter(isMoved);
  const unmoved = children.filter((child) => !isMoved(child));
  const cut = Math.min(...moved.map((child) => rotatedBounds(child).y));
  const above = Math.max(0, ...unmoved.map(bottomOf));
  if (unmoved.some((child) => rotatedBounds(child).y >= cut)) return false;
  if (by < 0 && cut + by < above - TOLERANCE) return false;
  const { height } = section.position;
  const least = Math.min(height, GEOMETRY.minBlockDimension);
  const sliced = Math.min(1000, Math.max(least, height + by));
  const staying = moved.filter(
    ({ uuid }) => updates.get(uuid)?.position?.parentUuid === section.uuid,
  );
  const needed =
    Math.max(...staying.map((child) => bottomOf(child) + by)) + marginOf(records.fields);
  const wanted = updates.get(section.uuid)?.position?.height;
  return wanted !== undefined && near(wanted, Math.max(sliced, needed));
}

function shiftOf(child: Block, updates: Updates): number {
  return (updates.get(child.uuid)?.position?.y ?? child.position.y) - child.position.y;
}

function bottomOf(child: Block): number {
  const { y, height } = rotatedBounds(child);
  return y + height;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}
