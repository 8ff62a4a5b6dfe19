import type { Block } from '../../model/Block.ts';
import {
  editBetween,
  isEmptyEdit,
  withGroupOrder,
  withPlacement,
  withZIndex,
} from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import { copyJson, ENVELOPE_DEPTH } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { diffValues, type ValueEdit, withValues } from '../../model/values.ts';
import { type JsonMeasure, measureMemory } from '../protocol/measureJson.ts';
import type { PagePatch, StreamEntry } from '../protocol/streamEntry.ts';
import type { Work } from '../Work.ts';
import type { PageRecords } from './PageRecords.ts';

type ThingRecord = NonNullable<PagePatch['added']>[number];
type ThingPatch = NonNullable<PagePatch['updated']>[number];

/**
 * Converts a change to a patch for the stream: concrete values by path. Pauses after each block.
 */
export function* patchOf(change: Change): Work<PagePatch> {
  const added: ThingRecord[] = [];
  for (const block of parentsFirst(change.added)) {
    added.push({ ...block });
    yield;
  }
  const updated: ThingPatch[] = [];
  for (const [uuid, [from, to]] of Object.entries(change.updated)) {
    const patch = thingPatchOf(uuid, from, to);
    if (patch) updated.push(patch);
    yield;
  }
  const removedUuids = Object.keys(change.removed);
  const page = change.page ? diffValues(change.page.from, change.page.to).map(withoutFrom) : [];
  return {
    ...(added.length > 0 ? { added } : {}),
    ...(updated.length > 0 ? { updated } : {}),
    ...(removedUuids.length > 0 ? { removedUuids } : {}),
    ...(page.length > 0 ? { page } : {}),
  };
}

/** The size of a patch. Pauses after each block. */
export function* measurePatch({
  added = [],
  updated = [],
  whole,
  ...rest
}: PagePatch): Work<JsonMeasure> {
  const { things = {}, ...fields } = whole ?? {};
  let chars = 0;
  let memory = 0;
  const add = (value: unknown): void => {
    const size = measureMemory(value);
    chars += size?.chars ?? 0;
    memory += size?.memory ?? 0;
  };
  add(rest);
  if (whole) add(fields);
  for (const blocks of [added, updated, Object.values(things)])
    for (const block of blocks) {
      add(block);
      yield;
    }
  return { chars, memory };
}

/** Blocks ordered so that parents come before their children. */
export function parentsFirst(blocks: Readonly<Record<string, Block>>): Block[] {
  const ordered = new Map<string, Block>();
  const visit = (block: Block): void => {
    if (ordered.has(block.uuid)) return;
    const { parentUuid } = block;
    const parent =
      parentUuid !== undefined && Object.hasOwn(blocks, parentUuid)
        ? blocks[parentUuid]
        : undefined;
    if (parent) visit(parent);
    ordered.set(block.uuid, block);
  };
  for (const block of Object.values(blocks)) visit(block);
  return [...ordered.values()];
}

function thingPatchOf(uuid: string, from: Block, to: Block): ThingPatch | null {
  const edit = editBetween(from, to);
  if (isEmptyEdit(edit)) return null;
  return {
    uuid,
    ...(edit.placement ? { position: edit.placement.to } : {}),
    ...(edit.zIndex ? { zIndex: edit.zIndex.to } : {}),
    ...(edit.groupOrder ? { groupOrder: edit.groupOrder.to } : {}),
    ...(edit.values.length > 0 ? { values: edit.values.map(withoutFrom) } : {}),
  };
}

function withoutFrom({ path, to }: ValueEdit): { path: string[]; to?: unknown } {
  return { path: [...path], ...(to === undefined ? {} : { to }) };
}

/** Applies entries of the stream, in order. */
export function applyEntries(
  records: PageRecords,
  entries: readonly Pick<StreamEntry, 'seq' | 'patch'>[],
): void {
  for (const { seq, patch } of entries) {
    records.seq = seq;
    applyPatch(records, patch);
  }
}

/** Applies copies of entries of the stream, in order. Pauses after each block. */
export function* applyCopies(
  records: PageRecords,
  entries: readonly Pick<StreamEntry, 'seq' | 'patch'>[],
): Work<void> {
  for (const { seq, patch } of entries) {
    records.seq = seq;
    for (const piece of piecesOf(patch)) {
      applyPatch(records, copyJson(piece, { depth: ENVELOPE_DEPTH }) as PagePatch);
      yield;
    }
  }
}

/** A patch as patches of one block each, which have the same effect one after the other. */
function* piecesOf({ whole, added = [], updated = [], ...rest }: PagePatch): Iterable<PagePatch> {
  if (whole) yield { whole };
  for (const block of added) yield { added: [block] };
  for (const each of updated) yield { updated: [each] };
  yield rest;
}

/** Applies a patch of the stream without validation: it was validated before it was stored. */
export function applyPatch(records: PageRecords, patch: PagePatch): void {
  if (patch.whole) records.replace(patch.whole as unknown as Page);
  for (const block of patch.added ?? []) records.put(block as unknown as Block);
  for (const each of patch.updated ?? []) {
    const block = records.blocks.get(each.uuid);
    if (block) records.put(patchedBlock(block, each));
  }
  for (const uuid of patch.removedUuids ?? []) records.delete(uuid);
  if (patch.page) records.setFields(withValues(records.fields, patch.page));
}

function patchedBlock(block: Block, patch: ThingPatch): Block {
  let next = patch.position ? withPlacement(block, patch.position) : block;
  if (patch.zIndex !== undefined) next = withZIndex(next, patch.zIndex);
  if (patch.groupOrder !== undefined) next = withGroupOrder(next, patch.groupOrder);
  return withValues(next, patch.values ?? []);
}
