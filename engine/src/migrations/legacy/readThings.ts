import { blockIdSchema } from '../../model/Block.ts';
import { isRecord } from '../../model/isRecord.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { extentOf } from '../mainSection.ts';
import type { JsonRecord, LegacyBlock, LegacyThings, MigrationContext } from '../Migration.ts';
import type { LegacyUnits } from './LegacyUnits.ts';
import { readThing } from './readThing.ts';
import { stableId } from './stableId.ts';

/** What {@link readThings} is told. */
export interface ReadThingsOptions {
  readonly units: LegacyUnits;
  /** Groups without a parent are sections in this version. */
  readonly hasSections: boolean;
  readonly context: MigrationContext;
}

interface Entry {
  readonly id: string;
  readonly thing: JsonRecord;
}

/**
 * The blocks of an older page, from a map or, in the oldest pages, a list. Ids that are none,
 * or are there twice, are replaced by ones that follow from them, and what refers to them follows.
 */
export function readThings(
  things: JsonRecord | readonly unknown[],
  options: ReadThingsOptions,
): LegacyThings {
  const { entries, ids } = nameEntries(things, options.context);
  const unsized = new Set<LegacyBlock>();
  const made = entries.map(({ id, thing }) => {
    const { block, isUnsized } = readThing(thing, options, { id, ids });
    if (isUnsized) unsized.add(block);
    return block;
  });
  if (unsized.size === 0) return made;
  return made.map((block) => (unsized.has(block) ? sizeGroup(block, made, options) : block));
}

function nameEntries(
  things: JsonRecord | readonly unknown[],
  { warn }: MigrationContext,
): { readonly entries: readonly Entry[]; readonly ids: ReadonlyMap<string, string> } {
  const isList = Array.isArray(things);
  const entries: Entry[] = [];
  const ids = new Map<string, string>();
  const nameless: { readonly name: string; readonly place: number; readonly thing: JsonRecord }[] =
    [];
  const taken = new Set<string>();
  for (const [key, thing] of Object.entries<unknown>(things)) {
    if (!isRecord(thing)) {
      warn(['things', key], 'block_dropped');
      continue;
    }
    const name = isList ? nameOf(thing.uuid) : key;
    if (taken.has(name) || !blockIdSchema.safeParse(name).success) {
      nameless.push({ name, place: entries.length, thing });
      entries.push({ id: '', thing });
      warn(['things', key], 'id_replaced');
      continue;
    }
    taken.add(name);
    ids.set(name, name);
    entries.push({ id: name, thing });
  }
  for (const { name, place, thing } of nameless) {
    const words = name === '' ? `block ${String(place)}` : name;
    const id = stableId(words, (each) => taken.has(each));
    taken.add(id);
    if (!ids.has(name)) ids.set(name, id);
    entries[place] = { id, thing };
  }
  // A block under another key than its own id is known by both, unless another one has the id.
  for (const { id, thing } of entries) {
    const name = nameOf(thing.uuid);
    if (name !== '' && !ids.has(name)) ids.set(name, id);
  }
  return { entries, ids };
}

function nameOf(uuid: unknown): string {
  return typeof uuid === 'string' || typeof uuid === 'number' ? String(uuid) : '';
}

/** A group without a size of its own is as large as what it holds. */
function sizeGroup(
  group: LegacyBlock,
  things: LegacyThings,
  { units, hasSections }: ReadThingsOptions,
): LegacyBlock {
  const held = things.filter(({ parentUuid }) => parentUuid === group.uuid);
  const isSection = hasSections && group.parentUuid === undefined;
  const right = held.reduce((most, { position }) => Math.max(most, position.x + position.width), 0);
  const { width, height } = group.position;
  const bottom = extentOf(held) + (isSection ? GEOMETRY.pageMargin * units.window : 0);
  const least = isSection ? GEOMETRY.newSectionHeightPx / units.pxPerUnit : 0;
  const position = {
    ...group.position,
    width: width > 0 ? width : isSection ? units.window : right,
    height: height > 0 ? height : Math.max(least, bottom),
  };
  return { ...group, position };
}
