import type { PlaceUnit } from '../../model/blockEdit.ts';
import type { Point } from '../../model/Position.ts';
import { sectionOrigins } from '../page/pageGeometry.ts';
import type { PageRecords } from '../page/PageRecords.ts';

/**
 * Where sections and groups begin on the page, with some blocks where they are meant to be, each in
 * a parent that it may not lie in. Costs as much as what it is asked for, however long the chain.
 */
export class MeantSpaces {
  private readonly records: PageRecords;
  private readonly meant: ReadonlyMap<string, PlaceUnit>;
  private readonly known: Map<string, Point>;

  constructor(records: PageRecords, meant: ReadonlyMap<string, PlaceUnit>) {
    this.records = records;
    this.meant = meant;
    this.known = sectionOrigins(records);
  }

  /** Where a block's own space begins, in page space; null when nothing holds it. */
  originOf(uuid: string): Point | null {
    const way: string[] = [];
    let at: string | undefined = uuid;
    while (at !== undefined && !this.known.has(at)) {
      way.push(at);
      at = holderOf(this.records, this.meant, at);
    }
    let origin: Point | undefined = at === undefined ? undefined : this.known.get(at);
    if (!origin) return null;
    for (const each of way.toReversed()) {
      const place: Point | undefined =
        this.meant.get(each) ?? this.records.blocks.get(each)?.position;
      origin = { x: origin.x + (place?.x ?? 0), y: origin.y + (place?.y ?? 0) };
      this.known.set(each, origin);
    }
    return origin;
  }
}

/**
 * Takes out of places those that cannot be told at all: of blocks that are no longer there or no
 * longer in another, in a parent that is gone, and those that are each meant in what the other holds.
 */
export function dropUntold(records: PageRecords, meant: Map<string, PlaceUnit>): void {
  for (const [uuid, { parentUuid }] of [...meant])
    if (
      records.blocks.get(uuid)?.parentUuid === undefined ||
      parentUuid === null ||
      !records.blocks.has(parentUuid)
    )
      meant.delete(uuid);
  const isClear = new Set<string>();
  for (const uuid of [...meant.keys()]) {
    const way: string[] = [];
    const placeOnWay = new Map<string, number>();
    let at: string | undefined = uuid;
    while (at !== undefined && !isClear.has(at)) {
      const place = placeOnWay.get(at);
      if (place === undefined) {
        placeOnWay.set(at, way.push(at) - 1);
        at = holderOf(records, meant, at);
        continue;
      }
      // What lies in a ring stays where it is; from there on the way leads out through the parents.
      for (const each of way.splice(place)) {
        meant.delete(each);
        placeOnWay.delete(each);
      }
    }
    for (const each of way) isClear.add(each);
  }
}

/** What a block's place counts from. */
function holderOf(
  records: PageRecords,
  meant: ReadonlyMap<string, PlaceUnit>,
  uuid: string,
): string | undefined {
  return meant.get(uuid)?.parentUuid ?? records.blocks.get(uuid)?.parentUuid;
}
