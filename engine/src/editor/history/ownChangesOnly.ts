import type { Block } from '../../model/Block.ts';
import { applyEdit, editBetween, stillValid } from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import {
  diffFields,
  forEachRecord,
  createMutableChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import type { PageFields } from '../../model/Page.ts';
import { diffValues, readValue, withValues } from '../../model/values.ts';

/** The part of the current page that undo needs. */
export interface CurrentPage {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly fields: PageFields;
  /** Ids of the children of a section or group. */
  readonly childIds: (uuid: string) => readonly string[];
}

/**
 * Reduces an undo or redo to the user's own changes. Properties that others have changed since (the
 * placement counts as one property) stay as they are. A block that someone has locked since is not
 * removed, and only its order changes. Blocks that others removed are not restored, nor are orphans;
 * a group to which others have added blocks and the last section are not removed. Returns the same
 * change if nobody else has edited its blocks and it changes no page fields.
 */
export function ownChangesOnly(page: CurrentPage, change: Change): Change {
  const { added, updated, removed } = change;
  const plan = new Map<string, Block | undefined>();
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
    if (!page.blocks.has(uuid)) plan.set(uuid, block);
    total += 1;
  }
  for (const [uuid, block] of Object.entries(removed)) {
    const now = page.blocks.get(uuid);
    if (now && (!now.locked || block.locked)) plan.set(uuid, undefined);
    isUntouched &&= now === block;
    total += 1;
  }
  keepFilledGroups(page, plan);
  keepOneSection(page, plan);
  dropOrphans(page, plan);
  const fields = change.page && fieldsOf(page.fields, change.page);
  // Fast path: nothing was left out, so records need not be compared.
  if (isUntouched && plan.size === total)
    return change.page ? withPage({ added, updated, removed }, fields) : change;
  const recorded = createMutableChange();
  for (const [uuid, to] of plan) recordChange(recorded, uuid, page.blocks.get(uuid), to);
  return withPage(recorded, fields);
}

/** Of blocks that someone has locked since, only the order changes. */
function merged(now: Block, from: Block, to: Block): Block {
  const edit = stillValid(editBetween(from, to), now);
  if (!now.locked || from.locked) return applyEdit(now, edit);
  const { placement: _, ...order } = edit;
  return applyEdit(now, { ...order, values: [] });
}

/** Keeps groups with children that the plan neither removes nor moves out. */
function keepFilledGroups(page: CurrentPage, plan: Map<string, Block | undefined>): void {
  const isChild = (child: string, parent: string): boolean => {
    const block = plan.has(child) ? plan.get(child) : page.blocks.get(child);
    return block?.parentUuid === parent;
  };
  let isDone = false;
  while (!isDone) {
    isDone = true;
    for (const [uuid, to] of plan) {
      if (to || !page.childIds(uuid).some((child) => isChild(child, uuid))) continue;
      plan.delete(uuid);
      isDone = false;
    }
  }
}

function keepOneSection(page: CurrentPage, plan: Map<string, Block | undefined>): void {
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

/** Drops blocks that would have no parent or be their own ancestor. */
function dropOrphans(page: CurrentPage, plan: Map<string, Block | undefined>): void {
  const blockAfter = (uuid: string): Block | undefined =>
    plan.has(uuid) ? plan.get(uuid) : page.blocks.get(uuid);
  const isOrphan = (block: Block): boolean => {
    const seen = new Set<string>();
    let at = block;
    while (at.parentUuid !== undefined) {
      const parent = blockAfter(at.parentUuid);
      if (!parent || seen.has(at.uuid)) return true;
      seen.add(at.uuid);
      at = parent;
    }
    return false;
  };
  let isDone = false;
  while (!isDone) {
    isDone = true;
    for (const [uuid, to] of plan) {
      if (!to || to.parentUuid === page.blocks.get(uuid)?.parentUuid || !isOrphan(to)) continue;
      plan.delete(uuid);
      isDone = false;
    }
  }
}

function fieldsOf(fields: PageFields, { from, to }: NonNullable<Change['page']>): Change['page'] {
  const edits = diffValues(from, to).filter((edit) =>
    equalJson(readValue(fields, edit.path), edit.from),
  );
  return diffFields(fields, withValues(fields, edits));
}
