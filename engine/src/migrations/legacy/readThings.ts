import { isBlockId } from '../../model/Block.ts';
import { isRecord } from '../../model/json.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { extentOf } from '../mainSection.ts';
import type { JsonRecord, LegacyBlock, LegacyThings, MigrationContext } from '../Migration.ts';
import type { LegacyUnits } from './LegacyUnits.ts';
import { readThing } from './readThing.ts';
import { makeStableIds } from './makeStableIds.ts';

/** What {@link readThings} is told. */
export interface ReadThingsOptions {
  readonly units: LegacyUnits;
  /** Groups without a parent are sections in this version. */
  readonly hasSections: boolean;
  readonly context: MigrationContext;
}

interface Entry {
  id: string;
  readonly thing: JsonRecord;
}

/**
 * The blocks of an older page, from a map or, in the oldest pages, a list. Ids that are none, or are
 * there twice, are replaced by ones that follow from them, and what refers to them follows.
 */
export function readThings(
  things: JsonRecord | readonly unknown[],
  options: ReadThingsOptions,
): LegacyThings {
  const { context } = options;
  const { entries, ids } = nameEntries(things, context);
  const unsized = new Set<LegacyBlock>();
  const made = entries.map(({ id, thing }) => {
    const { block, isUnsized } = readThing(thing, options, { id, ids, context });
    if (isUnsized) unsized.add(block);
    return block;
  });
  if (unsized.size === 0) return made;
  const held = new Map<string, LegacyBlock[]>();
  for (const { uuid } of unsized) held.set(uuid, []);
  for (const block of made) held.get(block.parentUuid ?? '')?.push(block);
  return made.map((block) =>
    unsized.has(block) ? sizeGroup(block, held.get(block.uuid) ?? [], options) : block,
  );
}

/** @returns each block with the id that it has from now on, and that by its former one if it differs */
function nameEntries(
  things: JsonRecord | readonly unknown[],
  { warn }: MigrationContext,
): { readonly entries: readonly Entry[]; readonly ids: ReadonlyMap<string, string> } {
  const isList = Array.isArray(things);
  const entries: Entry[] = [];
  const taken = new Set<string>();
  const nameless: { readonly name: string; readonly place: number; readonly entry: Entry }[] = [];
  const byKey = things as JsonRecord;
  for (const key of Object.keys(byKey)) {
    const thing = byKey[key];
    if (!isRecord(thing)) {
      warn(['things', key], 'block_dropped');
      continue;
    }
    const name = isList ? nameOf(thing.uuid) : key;
    const entry = { id: name, thing };
    entries.push(entry);
    if (taken.has(name) || !isBlockId(name)) {
      nameless.push({ name, place: entries.length - 1, entry });
      warn(['things', key], 'id_replaced');
    } else taken.add(name);
  }
  const ids = new Map<string, string>();
  const stableId = makeStableIds();
  for (const { name, place, entry } of nameless) {
    const words = name === '' ? `block ${String(place)}` : name;
    entry.id = stableId(words, (id) => taken.has(id));
    taken.add(entry.id);
    if (!taken.has(name) && !ids.has(name)) ids.set(name, entry.id);
  }
  // A block under another key than its own id is known by both, unless another one has the id.
  for (const { id, thing } of entries) {
    const name = nameOf(thing.uuid);
    if (name !== id && name !== '' && !taken.has(name) && !ids.has(name)) ids.set(name, id);
  }
  return { entries, ids };
}

function nameOf(uuid: unknown): string {
  return typeof uuid === 'string' || typeof uuid === 'number' ? String(uuid) : '';
}

/** A group without a size of its own is as large as what it holds. */
function sizeGroup(
  group: LegacyBlock,
  held: LegacyThings,
  { units, hasSections }: ReadThingsOptions,
): LegacyBlock {
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
