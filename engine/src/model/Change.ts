import type { Block, Things } from './Block.ts';
import type { Page, PageFields } from './Page.ts';
import { inputError } from './inputError.ts';
import { equalJson, isRecord } from './json.ts';

/**
 * A change to a page: which blocks were added, replaced (from, to) and removed, and which page
 * fields changed. The editor reports edits and stores its history as changes; rooms convert them to
 * intents and patches. Plain JSON that can be inverted without the page. The objects that hold records
 * by id have no prototype, so that they have no keys but ids.
 */
export interface Change<Blocks extends Block = Block> {
  readonly added: Readonly<Record<string, Blocks>>;
  readonly updated: Readonly<Record<string, readonly [from: Blocks, to: Blocks]>>;
  readonly removed: Readonly<Record<string, Blocks>>;
  readonly page?: { readonly from: Partial<PageFields>; readonly to: Partial<PageFields> };
}

/** Shared by all changes, most of which only update blocks. */
const NO_RECORDS: Readonly<Record<string, never>> = Object.freeze(createRecords<never>());

/** A change without effect. */
export const EMPTY_CHANGE: Change = Object.freeze({
  added: NO_RECORDS,
  updated: NO_RECORDS,
  removed: NO_RECORDS,
});

/** Whether a change has no effect. */
export function isEmptyChange(change: Change): boolean {
  if (change === EMPTY_CHANGE) return true;
  return !changesBlocks(change) && !changesFields(change);
}

/** Whether a change adds, updates or removes blocks. */
export function changesBlocks({ added, updated, removed }: Change): boolean {
  return !isEmpty(updated) || !isEmpty(added) || !isEmpty(removed);
}

function changesFields({ page }: Change): boolean {
  return page !== undefined && !(isEmpty(page.from) && isEmpty(page.to));
}

/** The change from one map of blocks to another. Equal records are omitted. */
export function diffThings(from: Things, to: Things): Change {
  const recorded = createMutableChange();
  for (const [uuid, block] of Object.entries(to))
    recordChange(recorded, uuid, Object.hasOwn(from, uuid) ? from[uuid] : undefined, block);
  for (const [uuid, block] of Object.entries(from))
    if (!Object.hasOwn(to, uuid)) recordChange(recorded, uuid, block, undefined);
  return recorded;
}

/** The change from one page to another, including its fields. */
export function diffPages(from: Page, to: Page): Change {
  const { things: before, ...fieldsBefore } = from;
  const { things: after, ...fieldsAfter } = to;
  return withPage(diffThings(before, after), diffFields(fieldsBefore, fieldsAfter));
}

/**
 * The page fields that differ, with both values; undefined if none do. A field that only one page
 * has is listed on that side only.
 */
export function diffFields(from: PageFields, to: PageFields): Change['page'] {
  if (from === to) return undefined;
  const before = from as unknown as Record<string, unknown>;
  const after = to as unknown as Record<string, unknown>;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return pageChange([...keys].map((key) => [key, before[key], after[key]]));
}

/**
 * Applies a change of page fields. A field that the change lists in `from` but not in `to` is
 * removed.
 */
export function changeFields<Fields extends object>(
  fields: Fields,
  change: Change['page'],
): Fields {
  if (!change) return fields;
  const changed: Record<string, unknown> = { ...fields, ...change.to };
  for (const key of Object.keys(change.from))
    if (!Object.hasOwn(change.to, key)) Reflect.deleteProperty(changed, key);
  return changed as Fields;
}

/**
 * Applies a change to a page and returns the new page, which shares unchanged records with the old
 * one. Blocks are replaced by those in the change, not merged.
 */
export function applyChange<Whole extends { readonly things: Things }>(
  page: Whole,
  change: Change,
): Whole {
  const things: Record<string, Block> = { ...page.things };
  for (const uuid of Object.keys(change.removed)) Reflect.deleteProperty(things, uuid);
  for (const [uuid, [, to]] of Object.entries(change.updated)) things[uuid] = to;
  for (const [uuid, block] of Object.entries(change.added)) things[uuid] = block;
  return Object.freeze({ ...changeFields(page, change.page), things: Object.freeze(things) });
}

/** The inverse of a change. */
export function invertChange(change: Change): Change {
  const updated = createRecords<readonly [Block, Block]>();
  forEachRecord(change.updated, (uuid, [from, to]) => {
    updated[uuid] = [to, from];
  });
  return withPage(
    { added: change.removed, updated, removed: change.added },
    change.page && { from: change.page.to, to: change.page.from },
  );
}

/**
 * Freezes a change whose records are frozen already, and returns it. The history shares its changes
 * with those who get them: the listeners of `onChange`, hooks, and callers of `commit`. A generic
 * deep freeze takes several times as long.
 */
export function freezeChange<Given extends Change>(change: Given): Given {
  if (Object.isFrozen(change)) return change;
  const { added, updated, removed, page } = change;
  for (const uuid in updated) Object.freeze(updated[uuid]);
  for (const records of [added, updated, removed])
    if (records !== NO_RECORDS) Object.freeze(records);
  if (page) {
    Object.freeze(page.from);
    Object.freeze(page.to);
    Object.freeze(page);
  }
  return Object.freeze(change);
}

/**
 * Calls `visit` for each record of a change; twice as fast as `Object.entries` for a thousand
 * blocks, and undo iterates over all of them several times.
 */
export function forEachRecord<Value extends object>(
  records: Readonly<Record<string, Value>>,
  visit: (uuid: string, value: Value) => void,
): void {
  for (const uuid of Object.keys(records)) {
    const value = records[uuid];
    if (value) visit(uuid, value);
  }
}

/**
 * Combines successive changes into one.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for an item that is no change
 */
export function squashChanges(changes: Iterable<Change>): Change {
  const before = new Map<string, Block | undefined>();
  const after = new Map<string, Block | undefined>();
  const fields = new Map<string, [key: string, from: unknown, to: unknown]>();
  const step = (uuid: string, from: Block | undefined, to: Block | undefined): void => {
    if (!before.has(uuid)) before.set(uuid, from);
    after.set(uuid, to);
  };
  for (const change of changes) {
    if (!isChange(change)) throw inputError('changes', 'must be a list of changes');
    for (const [uuid, block] of Object.entries(change.removed)) step(uuid, block, undefined);
    for (const [uuid, [from, to]] of Object.entries(change.updated)) step(uuid, from, to);
    for (const [uuid, block] of Object.entries(change.added)) step(uuid, undefined, block);
    const from: Record<string, unknown> = { ...change.page?.from };
    const to: Record<string, unknown> = { ...change.page?.to };
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const earlier = fields.get(key);
      fields.set(key, [key, earlier ? earlier[1] : from[key], to[key]]);
    }
  }
  const recorded = createMutableChange();
  for (const [uuid, to] of after) recordChange(recorded, uuid, before.get(uuid), to);
  return withPage(recorded, pageChange(fields.values()));
}

function isChange(value: unknown): boolean {
  return (
    isRecord(value) && isRecord(value.added) && isRecord(value.updated) && isRecord(value.removed)
  );
}

/** A change to blocks while {@link recordChange} builds it. */
interface MutableChange {
  added: Readonly<Record<string, Block>>;
  updated: Readonly<Record<string, readonly [Block, Block]>>;
  removed: Readonly<Record<string, Block>>;
}

/** An empty change for {@link recordChange} to fill. */
export function createMutableChange(): MutableChange {
  return { added: NO_RECORDS, updated: NO_RECORDS, removed: NO_RECORDS };
}

/** Adds the change of one block to a change, unless both records are equal. */
export function recordChange(
  change: MutableChange,
  uuid: string,
  from: Block | undefined,
  to: Block | undefined,
): void {
  if (from === to) return;
  if (from === undefined) {
    if (to) change.added = withRecord(change.added, uuid, to);
  } else if (to === undefined) change.removed = withRecord(change.removed, uuid, from);
  else if (!equalJson(from, to)) change.updated = withRecord(change.updated, uuid, [from, to]);
}

/**
 * An empty object for records by id, without a prototype. It is a hash table from the start: in an
 * object literal, V8 creates a hidden class for each id, which takes ten times as long as setting a
 * record. So does giving it a prototype.
 */
function createRecords<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

/** Sets a record in `records`, or in a new object if `records` is the shared empty one. */
function withRecord<Value>(
  records: Readonly<Record<string, Value>>,
  uuid: string,
  value: Value,
): Readonly<Record<string, Value>> {
  const own: Record<string, Value> = records === NO_RECORDS ? createRecords() : records;
  own[uuid] = value;
  return own;
}

/** Combines a change to blocks with a change to page fields, if there is one. */
export function withPage(change: Change, page: Change['page']): Change {
  return page ? { ...change, page } : change;
}

function pageChange(
  fields: Iterable<readonly [key: string, from: unknown, to: unknown]>,
): Change['page'] {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [key, from, to] of fields) {
    if (equalJson(from, to)) continue;
    if (from !== undefined) before[key] = from;
    if (to !== undefined) after[key] = to;
  }
  return isEmpty(before) && isEmpty(after) ? undefined : { from: before, to: after };
}

function isEmpty(record: object): boolean {
  if (record === NO_RECORDS) return true;
  for (const key in record) if (Object.hasOwn(record, key)) return false;
  return true;
}
