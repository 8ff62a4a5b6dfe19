import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { applyEdit, editBetween, stillValid } from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import {
  diffFields,
  forEachRecord,
  createMutableChange,
  isEmptyChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import type { PageFields } from '../../model/Page.ts';
import { diffValues, readValue, withValues } from '../../model/values.ts';
import type { FormerParents } from '../FormerParents.ts';
import { isFitted } from '../settle.ts';
import { type CurrentVersions, inCurrentVersions } from './inCurrentVersions.ts';

/** The part of the current page that undo needs. */
export interface CurrentPage extends CurrentVersions {
  readonly fields: PageFields;
  readonly formerParents: Pick<FormerParents, 'placed'>;
  /** Ids of the children of a section or group. */
  readonly childIds: (uuid: string) => readonly string[];
  /** Whether the block is a section or group. */
  readonly containsBlocks: (block: Block) => boolean;
}

/** The record that each block of an undo will have; undefined for one that is removed. */
type Plan = Map<string, Block | undefined>;

/**
 * Reduces an undo or redo to the user's own changes. Properties that others have changed since (the
 * placement counts as one property) stay as they are. A block that someone has locked since is not
 * removed, and only its order changes. Blocks that others removed are not restored. A block whose
 * section or group is gone returns to what was around it, or to the nearest section, and none is placed
 * where it would have no section or group as its parent, or be nested too deeply. Neither a group that
 * would still contain blocks nor the last section is removed. If others have edited some of these
 * blocks, no group is left or restored empty. Content is in the version that the page has. Returns the same change if nobody else has edited its blocks and it changes no page fields.
 */
export function ownChangesOnly(page: CurrentPage, change: Change): Change {
  const moved = movedUnedited(page, change);
  // Nothing is left out, and a plan of all blocks would take half of the time of an undo.
  return moved && areWellPlaced(page, moved)
    ? withFields(page, change)
    : planned(page, inCurrentVersions(page, change));
}

function planned(page: CurrentPage, change: Change): Change {
  const { added, updated, removed } = change;
  const plan: Plan = new Map();
  let total = 0;
  // Records are replaced on change, so an identical record has not been edited.
  let isUntouched = true;
  forEachRecord(updated, (uuid, [from, to]) => {
    const now = page.blocks.get(uuid);
    if (now) plan.set(uuid, now === from ? to : merged(now, from, to));
    isUntouched &&= now === from;
    total += 1;
  });
  for (const [uuid, block] of Object.entries(added)) {
    const placed = page.formerParents.placed(block, change, page.blocks);
    if (!page.blocks.has(uuid)) plan.set(uuid, placed);
    isUntouched &&= placed === block;
    total += 1;
  }
  for (const [uuid, block] of Object.entries(removed)) {
    const now = page.blocks.get(uuid);
    if (now && (!now.locked || block.locked)) plan.set(uuid, undefined);
    isUntouched &&= now === block;
    total += 1;
  }
  // One of these can leave out what another relied on: a group whose block is not moved back is not
  // empty. So they run until nothing more is left out.
  for (let size = Infinity; plan.size < size;) {
    size = plan.size;
    keepFilledGroups(page, plan);
    dropEmptyGroups(page, plan, change);
    keepOneSection(page, plan);
    dropMisplaced(page, plan);
    if (!isUntouched) dropResizedGroups(page, plan);
  }
  // If nobody else has edited them, a group is left as empty as the edit has left it itself, such as by
  // replacing the page.
  const isEmptied = !isUntouched && removeEmptiedGroups(page, plan);
  // Fast path: nothing was left out, so records need not be compared.
  if (!isEmptied && isUntouched && plan.size === total && total > 0)
    return withFields(page, change);
  const fields = change.page && fieldsOf(page.fields, change.page);
  const recorded = createMutableChange();
  for (const [uuid, to] of plan) recordChange(recorded, uuid, page.blocks.get(uuid), to);
  return withPage(recorded, isEmptyChange(recorded) ? withoutHeight(fields) : fields);
}

/**
 * Of a change that only replaces blocks, none of which anybody has edited since, by others with content
 * of the same version: those that it moves to another section or group. Null for other changes.
 */
function movedUnedited({ blocks }: CurrentPage, change: Change): Plan | null {
  for (const uuid in change.added) if (Object.hasOwn(change.added, uuid)) return null;
  for (const uuid in change.removed) if (Object.hasOwn(change.removed, uuid)) return null;
  const moved: Plan = new Map();
  const uuids = Object.keys(change.updated);
  for (const uuid of uuids) {
    const [from, to] = change.updated[uuid] ?? [];
    if (!from || !to || blocks.get(uuid) !== from) return null;
    if (from.contentVersion !== to.contentVersion) return null;
    if (from.parentUuid !== to.parentUuid) moved.set(uuid, to);
  }
  return uuids.length > 0 ? moved : null;
}

/** Whether none of these would be misplaced. */
function areWellPlaced(page: CurrentPage, plan: Plan): boolean {
  const { size } = plan;
  dropMisplaced(page, plan);
  return plan.size === size;
}

/** The change with the part of its page fields that others have not overwritten. */
function withFields(page: CurrentPage, change: Change): Change {
  if (!change.page) return change;
  const { added, updated, removed } = change;
  return withPage({ added, updated, removed }, fieldsOf(page.fields, change.page));
}

/** Of blocks that someone has locked since, only the order changes. */
function merged(now: Block, from: Block, to: Block): Block {
  const edit = stillValid(editBetween(from, to), now);
  if (!now.locked || from.locked) return applyEdit(now, edit);
  const { placement: _, ...order } = edit;
  return applyEdit(now, { ...order, values: [] });
}

/** The block as it would be after the plan. */
function blockAfter(page: CurrentPage, plan: Plan, uuid: string): Block | undefined {
  return plan.has(uuid) ? plan.get(uuid) : page.blocks.get(uuid);
}

/** Ids of the current children that the plan neither removes nor moves out. */
function remainingChildIds(page: CurrentPage, plan: Plan, uuid: string): readonly string[] {
  return page.childIds(uuid).filter((child) => blockAfter(page, plan, child)?.parentUuid === uuid);
}

/** Whether a group contains blocks after the plan. */
function isFilledAfter(page: CurrentPage, plan: Plan, uuid: string): boolean {
  if (remainingChildIds(page, plan, uuid).length > 0) return true;
  for (const block of plan.values()) if (block?.parentUuid === uuid) return true;
  return false;
}

/** Keeps groups that would still have children. */
function keepFilledGroups(page: CurrentPage, plan: Plan): void {
  for (const [uuid, to] of plan)
    if (!to && remainingChildIds(page, plan, uuid).length > 0) plan.delete(uuid);
}

/** Does not restore groups whose blocks do not return to them. */
function dropEmptyGroups(page: CurrentPage, plan: Plan, { added, updated }: Change): void {
  for (const [uuid, group] of Object.entries(added)) {
    if (!isFitted(group) || !plan.has(uuid) || isFilledAfter(page, plan, uuid)) continue;
    const isIn = ({ parentUuid }: Block): boolean => parentUuid === uuid;
    const hadBlocks =
      Object.values(added).some(isIn) || Object.values(updated).some(([, to]) => isIn(to));
    if (hadBlocks) plan.delete(uuid);
  }
}

/** Leaves out the sizes of groups if nothing is left of the edits of their blocks, which they fit. */
function dropResizedGroups(page: CurrentPage, plan: Plan): void {
  const touched = new Set<string | undefined>();
  const resized: string[] = [];
  for (const [uuid, to] of plan) {
    const now = page.blocks.get(uuid);
    if (now && to && equalJson(now, to)) continue;
    touched.add(now?.parentUuid).add(to?.parentUuid);
    if (now && to && isFitted(now) && isResized(now, to)) resized.push(uuid);
  }
  for (const uuid of resized) if (!touched.has(uuid)) plan.delete(uuid);
}

/** Whether two records differ in nothing but their size. */
function isResized(from: Block, to: Block): boolean {
  const { width, height } = to.position;
  return equalJson({ ...from, position: { ...from.position, width, height } }, to);
}

/**
 * Removes groups that the plan would leave empty, because others have removed or moved what they
 * contained. Returns whether there are any.
 */
function removeEmptiedGroups(page: CurrentPage, plan: Plan): boolean {
  // Without others, a group that it leaves empty was empty before.
  if (!page.isShared) return false;
  const checked = new Set<string>();
  let isEmptied = false;
  const check = (uuid: string, to: Block | undefined): void => {
    const parent = page.blocks.get(uuid)?.parentUuid;
    if (parent === undefined || parent === to?.parentUuid || checked.has(parent)) return;
    checked.add(parent);
    const group = blockAfter(page, plan, parent);
    if (!group || !isFitted(group) || group.locked || isFilledAfter(page, plan, parent)) return;
    plan.set(parent, undefined);
    isEmptied = true;
    // The group around it may be empty now.
    checked.delete(group.parentUuid ?? '');
    check(parent, undefined);
  };
  for (const [uuid, to] of [...plan]) check(uuid, to);
  return isEmptied;
}

function keepOneSection(page: CurrentPage, plan: Plan): void {
  const removed = [...plan].filter(
    ([uuid, to]) => !to && page.blocks.get(uuid)?.parentUuid === undefined,
  );
  if (removed.length === 0) return;
  const isSection = (block: Block | undefined): boolean =>
    block !== undefined && block.parentUuid === undefined;
  for (const block of plan.values()) if (isSection(block)) return;
  for (const [uuid, block] of page.blocks) if (isSection(block) && !plan.has(uuid)) return;
  for (const [uuid] of removed) plan.delete(uuid);
}

/** Drops blocks that would have no parent, be their own ancestor or be nested too deeply. */
function dropMisplaced(page: CurrentPage, plan: Plan): void {
  /** The number of ancestors; infinite if they do not lead to a section. */
  const depthOf = (block: Block): number => {
    let depth = 0;
    let at = block;
    while (at.parentUuid !== undefined) {
      const parent = blockAfter(page, plan, at.parentUuid);
      depth += 1;
      // Someone may have added another block with the id of a group that was removed.
      if (!parent || !page.containsBlocks(parent) || depth > MAX_GROUP_DEPTH) return Infinity;
      at = parent;
    }
    return depth;
  };
  // Children that the plan itself moves here are checked on their own.
  const isTooDeep = (uuid: string, depth: number): boolean =>
    depth > MAX_GROUP_DEPTH ||
    remainingChildIds(page, plan, uuid).some((child) => isTooDeep(child, depth + 1));
  for (const [uuid, to] of plan) {
    if (!to || to.parentUuid === page.blocks.get(uuid)?.parentUuid) continue;
    if (isTooDeep(uuid, depthOf(to))) plan.delete(uuid);
  }
}

/** The page's height follows its sections: without them, nothing of their change is left. */
function withoutHeight(fields: Change['page']): Change['page'] {
  if (!fields) return undefined;
  const { relativeHeight: _from, ...from } = fields.from;
  const { relativeHeight: _to, ...to } = fields.to;
  return Object.keys({ ...from, ...to }).length > 0 ? { from, to } : undefined;
}

function fieldsOf(fields: PageFields, { from, to }: NonNullable<Change['page']>): Change['page'] {
  const edits = diffValues(from, to).filter((edit) =>
    equalJson(readValue(fields, edit.path), edit.from),
  );
  return diffFields(fields, withValues(fields, edits));
}
