import { placementOf, type BlockPlacement, withPlacement } from '../../model/blockEdit.ts';
import type { Block } from '../../model/Block.ts';
import { type Point, roundLength } from '../../model/Position.ts';
import type { Refusal } from '../../model/Result.ts';
import { checkWritten } from '../page/checkWritten.ts';
import { neededHeight, sectionOrigins } from '../page/pageGeometry.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Work } from '../Work.ts';
import type { Resolution } from './Resolution.ts';

/** Heights for a section that would become shorter than its contents, tried in this order. */
const HEIGHTS = ['as needed', 'as before', 'all as before'] as const;

/**
 * Finishes an op: converts positions that are relative to a parent the block has left, and keeps
 * sections that the op shortens as tall as their contents. Each affects the other, because
 * the height of a section moves everything below it. Check the tree first. Pauses at each position.
 *
 * @returns `invalid_block` if a position is too far away
 */
export function* settlePositions(op: Resolution): Work<Refusal<OpRejection> | null> {
  yield* dropUnresolvable(op.records, op.converted);
  yield* convertPositions(op);
  for (const height of HEIGHTS) {
    // A block that moves down with a growing section would make it grow again and again.
    if (!(yield* keepSpace(op, height)) || op.converted.size === 0) break;
    yield* convertPositions(op);
  }
  return op.converted.size > 0 ? yield* checkWritten(op.records, op.kits) : null;
}

/** Moves each block to where its sender intended it on the page. */
function* convertPositions({ records, converted }: Resolution): Work<void> {
  if (converted.size === 0) return;
  const origins = new IntendedOrigins(records, converted);
  for (const [uuid, { parentUuid: seenParent, x, y, ...size }] of converted) {
    yield;
    const block = records.blocks.get(uuid);
    const parentUuid = block?.parentUuid;
    if (!block || parentUuid === undefined || seenParent === null) continue;
    const from = origins.of(seenParent);
    const to = origins.of(parentUuid);
    if (!from || !to) continue;
    const corner = { x: roundLength(from.x + x - to.x), y: roundLength(from.y + y - to.y) };
    records.put(withPlacement(block, { ...size, ...corner, parentUuid }));
  }
}

/**
 * Keeps a section from shrinking below its contents, which others may have added meanwhile. Undos
 * restore the exact height instead.
 *
 * @returns whether a section became taller
 */
function* keepSpace(op: Resolution, height: (typeof HEIGHTS)[number]): Work<boolean> {
  const { records } = op;
  const short: { section: Block; before: number; needed: number }[] = [];
  for (const [uuid, before] of op.shrunk) {
    yield;
    const section = records.blocks.get(uuid);
    if (!section || section.parentUuid !== undefined) continue;
    short.push({ section, before, needed: Math.min(before, neededHeight(records, uuid)) });
  }
  const isShort = ({ section, needed }: (typeof short)[number]): boolean =>
    needed > section.position.height;
  if (!short.some(isShort)) return false;
  op.isModified = true;
  for (const each of short) {
    if (!isShort(each) && height !== 'all as before') continue;
    const to = height === 'as needed' ? each.needed : each.before;
    records.put(withPlacement(each.section, { ...placementOf(each.section), height: to }));
  }
  return true;
}

/**
 * The page coordinates of sections and groups, if some blocks are where their senders intended
 * them, in parents that they may have left. Lazy and memoized: nothing invalidates it, because an
 * instance lasts for one pass over the blocks that move.
 */
class IntendedOrigins {
  private readonly records: PageRecords;
  private readonly intended: ReadonlyMap<string, BlockPlacement>;
  private readonly origins: Map<string, Point>;

  constructor(records: PageRecords, intended: ReadonlyMap<string, BlockPlacement>) {
    this.records = records;
    this.intended = intended;
    this.origins = sectionOrigins(records);
  }

  /** The origin of a block's coordinates, in page space; null if it has no ancestor section. */
  of(uuid: string): Point | null {
    const path: string[] = [];
    let current: string | undefined = uuid;
    while (current !== undefined && !this.origins.has(current)) {
      path.push(current);
      current = parentOf(this.records, this.intended, current);
    }
    let origin: Point | undefined = current === undefined ? undefined : this.origins.get(current);
    if (!origin) return null;
    for (const each of path.toReversed()) {
      const position: Point | undefined =
        this.intended.get(each) ?? this.records.blocks.get(each)?.position;
      origin = { x: origin.x + (position?.x ?? 0), y: origin.y + (position?.y ?? 0) };
      this.origins.set(each, origin);
    }
    return origin;
  }
}

/**
 * Drops positions that cannot be resolved: those of sections and of removed blocks, those in
 * removed parents, and those that form a cycle.
 */
function* dropUnresolvable(
  records: PageRecords,
  intended: Map<string, BlockPlacement>,
): Work<void> {
  for (const [uuid, { parentUuid }] of [...intended])
    if (
      records.blocks.get(uuid)?.parentUuid === undefined ||
      parentUuid === null ||
      !records.blocks.has(parentUuid)
    )
      intended.delete(uuid);
  const resolvable = new Set<string>();
  for (const uuid of [...intended.keys()]) {
    yield;
    const path: string[] = [];
    const indexOnPath = new Map<string, number>();
    let current: string | undefined = uuid;
    while (current !== undefined && !resolvable.has(current)) {
      const index = indexOnPath.get(current);
      if (index === undefined) {
        indexOnPath.set(current, path.push(current) - 1);
        current = parentOf(records, intended, current);
        continue;
      }
      // Blocks in a cycle stay where they are; continue with their real parents.
      for (const each of path.splice(index)) {
        intended.delete(each);
        indexOnPath.delete(each);
      }
    }
    for (const each of path) resolvable.add(each);
  }
}

/** The parent that a block's position refers to. */
function parentOf(
  records: PageRecords,
  intended: ReadonlyMap<string, BlockPlacement>,
  uuid: string,
): string | undefined {
  return intended.get(uuid)?.parentUuid ?? records.blocks.get(uuid)?.parentUuid;
}
