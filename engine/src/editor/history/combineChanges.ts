import type { Block } from '../../model/Block.ts';
import {
  applyEdit,
  type BlockEdit,
  editBetween,
  invertEdit,
  stillValid,
} from '../../model/blockEdit.ts';
import {
  type Change,
  createMutableChange,
  isEmptyChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { diffValues, readValue, type ValueEdit, withValues } from '../../model/values.ts';

/** A block before and after a change; undefined where the page does not have it. */
type BlockStep = readonly [from: Block | undefined, to: Block | undefined];
type FieldStep = NonNullable<Change['page']>;

/**
 * Combines two successive changes of one user, between which others may have edited the page. Their
 * edits are no part of the result: each property that the two changes write goes from its value before
 * the first that writes it to its value after the last. The placement counts as one property.
 */
export function combineChanges(first: Change, second: Change): Change {
  if (isEmptyChange(second)) return first;
  if (isEmptyChange(first)) return second;
  const recorded = createMutableChange();
  for (const uuid of blocksOf(first, second)) {
    const [from, to] = combineSteps(stepOf(first, uuid), stepOf(second, uuid));
    recordChange(recorded, uuid, from, to);
  }
  return withPage(recorded, combineFields(first.page, second.page));
}

/** The part of a change that writes properties that `other` writes too. */
export function sharedPart(change: Change, other: Change): Change {
  const recorded = createMutableChange();
  for (const uuid of blocksOf(change)) {
    const step = stepOf(change, uuid);
    const otherStep = stepOf(other, uuid);
    if (!step || !otherStep) continue;
    const [from, to] = step;
    const [otherFrom, otherTo] = otherStep;
    if (from && to && otherFrom && otherTo) {
      const edit = sharedEdit(editBetween(from, to), editBetween(otherFrom, otherTo));
      recordChange(recorded, uuid, applyEdit(to, invertEdit(edit)), to);
    } else recordChange(recorded, uuid, from, to);
  }
  const others = other.page ? diffValues(other.page.from, other.page.to) : [];
  const values = change.page ? diffValues(change.page.from, change.page.to) : [];
  return withPage(recorded, fieldsOf(change.page?.to ?? {}, sharedValues(values, others)));
}

/**
 * A change, with both of its ends changed by others of the same user, which say what has become of the
 * values there: `before` for those from which it goes, `after` for those to which it goes. Only the
 * properties that it writes count, of these the ones whose values are as `before` and `after` found
 * them, and only blocks that no change adds or removes.
 */
export function moveEnds(change: Change, before: Change, after: Change): Change {
  const recorded = createMutableChange();
  for (const uuid of blocksOf(change)) {
    const [from, to] = stepOf(change, uuid) ?? [undefined, undefined];
    const written = from && to ? editBetween(from, to) : null;
    const movedBy = (end: Block | undefined, pair: Change['updated'][string] | undefined) =>
      end && written && pair
        ? applyEdit(end, sharedEdit(stillValid(editBetween(...pair), end), written))
        : end;
    recordChange(
      recorded,
      uuid,
      movedBy(from, before.updated[uuid]),
      movedBy(to, after.updated[uuid]),
    );
  }
  return withPage(recorded, moveEndsOfFields(change.page, before.page, after.page));
}

/** The blocks that a change adds and `other` neither adds nor removes. */
export function addedOnlyBy(change: Change, other: Change): Change {
  const recorded = createMutableChange();
  for (const [uuid, block] of Object.entries(change.added))
    if (!Object.hasOwn(other.added, uuid) && !Object.hasOwn(other.removed, uuid))
      recordChange(recorded, uuid, undefined, block);
  return recorded;
}

function blocksOf(...changes: readonly Change[]): Set<string> {
  return new Set(
    changes.flatMap(({ added, updated, removed }) =>
      [removed, updated, added].flatMap((records) => Object.keys(records)),
    ),
  );
}

/** What a change does to a block; null if it does not change it. */
function stepOf({ added, updated, removed }: Change, uuid: string): BlockStep | null {
  if (Object.hasOwn(updated, uuid)) return updated[uuid] ?? null;
  const [from, to] = [readOwn(removed, uuid), readOwn(added, uuid)];
  return from || to ? [from, to] : null;
}

function readOwn<Value>(records: Readonly<Record<string, Value>>, uuid: string): Value | undefined {
  return Object.hasOwn(records, uuid) ? records[uuid] : undefined;
}

function combineSteps(first: BlockStep | null, second: BlockStep | null): BlockStep {
  if (!first || !second) return first ?? second ?? [undefined, undefined];
  const [[before, between], [betweenToo, after]] = [first, second];
  if (!before || equalJson(between ?? null, betweenToo ?? null)) return [before, after];
  if (!between || !betweenToo) return [between ? before : betweenToo, after];
  const edit = editBetween(before, between);
  if (!after) return [applyEdit(betweenToo, invertEdit(edit)), after];
  const combined = combineEdits(edit, editBetween(betweenToo, after));
  const to = applyEdit(after, combined);
  return [applyEdit(to, invertEdit(combined)), to];
}

function combineEdits(first: BlockEdit, second: BlockEdit): BlockEdit {
  const placement = combineParts(first.placement, second.placement);
  const zIndex = combineParts(first.zIndex, second.zIndex);
  const groupOrder = combineParts(first.groupOrder, second.groupOrder);
  return {
    ...(placement ? { placement } : {}),
    ...(zIndex ? { zIndex } : {}),
    ...(groupOrder ? { groupOrder } : {}),
    values: combineValues(first.values, second.values),
  };
}

function combineParts<Part extends { readonly from: unknown; readonly to: unknown }>(
  first: Part | undefined,
  second: Part | undefined,
): Part | undefined {
  return first && second ? { ...second, from: first.from } : (first ?? second);
}

/** In an order in which they can be applied one after the other: of a border, and then its colour. */
function combineValues(
  first: readonly ValueEdit[],
  second: readonly ValueEdit[],
): readonly ValueEdit[] {
  const combined = new Map(first.map((edit) => [JSON.stringify(edit.path), edit]));
  for (const edit of second) {
    const key = JSON.stringify(edit.path);
    const { from: _, ...to } = edit;
    const earlier = combined.get(key);
    combined.delete(key);
    const next = earlier ? { ...('from' in earlier ? { from: earlier.from } : {}), ...to } : edit;
    combined.set(key, next);
  }
  return [...combined.values()];
}

function combineFields(
  first: FieldStep | undefined,
  second: FieldStep | undefined,
): FieldStep | undefined {
  if (!first || !second) return first ?? second;
  const [one, two] = [first, second].map(({ from, to }) => diffValues(from, to));
  return fieldsOf({ ...first.to, ...second.to }, combineValues(one ?? [], two ?? []));
}

function moveEndsOfFields(
  change: FieldStep | undefined,
  before: FieldStep | undefined,
  after: FieldStep | undefined,
): FieldStep | undefined {
  if (!change) return undefined;
  const written = diffValues(change.from, change.to);
  const movedBy = (end: FieldStep['to'], step: FieldStep | undefined): FieldStep['to'] => {
    const edits = step ? sharedValues(diffValues(step.from, step.to), written) : [];
    const valid = edits.filter(({ path, from }) => equalJson(readValue(end, path), from));
    return withValues(end, valid);
  };
  const [from, to] = [movedBy(change.from, before), movedBy(change.to, after)];
  return equalJson(from, to) ? undefined : { from, to };
}

/** Page fields before and after edits of their values. */
function fieldsOf(base: FieldStep['to'], values: readonly ValueEdit[]): FieldStep | undefined {
  if (values.length === 0) return undefined;
  const to = withValues(base, values);
  return { from: withValues(to, invertEdit({ values }).values), to };
}

function sharedEdit(edit: BlockEdit, other: BlockEdit): BlockEdit {
  const { placement, zIndex, groupOrder, values } = edit;
  return {
    ...(placement && other.placement ? { placement } : {}),
    ...(zIndex && other.zIndex ? { zIndex } : {}),
    ...(groupOrder && other.groupOrder ? { groupOrder } : {}),
    values: sharedValues(values, other.values),
  };
}

function sharedValues(
  values: readonly ValueEdit[],
  others: readonly ValueEdit[],
): readonly ValueEdit[] {
  return values.filter((edit) => others.some((other) => overlap(edit.path, other.path)));
}

/** Whether two paths are the same, or one leads to a part of the other. */
function overlap(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((key, at) => key === b[at]);
}
