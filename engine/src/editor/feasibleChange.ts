import type { Block } from '../model/Block.ts';
import { applyEdit, editBetween, stillValid } from '../model/blockEdit.ts';
import {
  type Change,
  diffFields,
  eachRecord,
  emptyDraft,
  note,
  withPage,
} from '../model/Change.ts';
import { equalJson } from '../model/json.ts';
import type { PageFields } from '../model/Page.ts';
import { diffValues, readValue, writeValue } from '../model/values.ts';

/** A page as it stands, as far as undoing needs it. */
export interface CurrentPage {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly fields: PageFields;
  /** Blocks that others are editing just now. */
  readonly lockedByOthers: ReadonlySet<string>;
  /** Ids of what a section or group holds. */
  readonly childIds: (uuid: string) => readonly string[];
}

/**
 * What of a change can still be done to a page that others have written to since the change was
 * made: a property that someone else has written is left alone (the place is one), and so is what
 * someone is editing now; a block that someone has removed stays so, what would hang in the air stays away, and a group in which others
 * have put something is not removed. On a page that nobody else has touched it is the change itself.
 */
export function feasibleChange(page: CurrentPage, change: Change): Change {
  const { added, updated, removed } = change;
  const plan = new Map<string, Block | undefined>();
  let asked = 0;
  // Records are replaced whole and never written to: while it is the same one, nobody has touched it.
  let isUntouched = true;
  eachRecord(updated, (uuid, [from, to]) => {
    const now = page.blocks.get(uuid);
    if (now && !page.lockedByOthers.has(uuid))
      plan.set(uuid, now === from ? to : merged(now, from, to));
    isUntouched &&= now === from;
    asked += 1;
  });
  for (const [uuid, block] of Object.entries(added)) {
    if (!page.blocks.has(uuid)) plan.set(uuid, block);
    asked += 1;
  }
  for (const [uuid, block] of Object.entries(removed)) {
    const now = page.blocks.get(uuid);
    if (now && (!now.locked || block.locked) && !page.lockedByOthers.has(uuid))
      plan.set(uuid, undefined);
    isUntouched &&= now === block;
    asked += 1;
  }
  keepHolders(page, plan);
  keepOneSection(page, plan);
  dropMisplaced(page, plan);
  const fields = change.page && fieldsOf(page.fields, change.page);
  // All of the plan is left, word for word; to compare a thousand blocks would say no more.
  if (isUntouched && plan.size === asked)
    return change.page ? withPage({ added, updated, removed }, fields) : change;
  const draft = emptyDraft();
  for (const [uuid, to] of plan) note(draft, uuid, page.blocks.get(uuid), to);
  return withPage(draft, fields);
}

/** What someone else has locked meanwhile keeps its place and its looks. */
function merged(now: Block, from: Block, to: Block): Block {
  const edit = stillValid(editBetween(from, to), now);
  if (!now.locked || from.locked) return applyEdit(now, edit);
  const { place: _, ...order } = edit;
  return applyEdit(now, { ...order, values: [] });
}

/** A group stays when it holds what the plan neither removes nor moves out. */
function keepHolders(page: CurrentPage, plan: Map<string, Block | undefined>): void {
  const isHeld = (child: string, holder: string): boolean => {
    const block = plan.has(child) ? plan.get(child) : page.blocks.get(child);
    return block?.parentUuid === holder;
  };
  let isDone = false;
  while (!isDone) {
    isDone = true;
    for (const [uuid, to] of plan) {
      if (to || !page.childIds(uuid).some((child) => isHeld(child, uuid))) continue;
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

/** Takes out of the plan what would lie in nothing, or in itself. */
function dropMisplaced(page: CurrentPage, plan: Map<string, Block | undefined>): void {
  const planned = (uuid: string): Block | undefined =>
    plan.has(uuid) ? plan.get(uuid) : page.blocks.get(uuid);
  const isMisplaced = (block: Block): boolean => {
    const seen = new Set<string>();
    let at = block;
    while (at.parentUuid !== undefined) {
      const parent = planned(at.parentUuid);
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
      if (!to || to.parentUuid === page.blocks.get(uuid)?.parentUuid || !isMisplaced(to)) continue;
      plan.delete(uuid);
      isDone = false;
    }
  }
}

function fieldsOf(fields: PageFields, { from, to }: NonNullable<Change['page']>): Change['page'] {
  let next: PageFields = fields;
  for (const edit of diffValues(from, to))
    if (equalJson(readValue(fields, edit.path), edit.from))
      next = writeValue(next, edit.path, edit.to) ?? next;
  return diffFields(fields, next);
}
