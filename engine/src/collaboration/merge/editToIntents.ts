import {
  applyChange,
  type Change,
  createMutableChange,
  diffFields,
  EMPTY_CHANGE,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import type { Block } from '../../model/Block.ts';
import { editBetween, placementOf, rebaseBlock, withPlacement } from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import { MAX_LENGTH } from '../../model/Position.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import { PAGE_FLAGS, type PageFields } from '../../model/Page.ts';
import { diffValues, readValue, withValues } from '../../model/values.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { Intent, PageIntent } from '../protocol/intents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { finish } from '../Work.ts';
import { changeToIntents, type IntentOptions, withSharedUrl } from './changeToIntents.ts';
import { lockedAmong, locksInTheWay } from './lockRules.ts';
import { pageEffect } from './pageEffect.ts';
import type { ResolveContext } from './Resolution.ts';

/** The tolerance for sums of rounded lengths. */
const TOLERANCE = 3e-6;

/** A change of the editor's page, and the commands on the whole page or a section that made it. */
export interface EditorEdit extends IntentOptions {
  readonly change: Change;
  readonly named: readonly NamedEdit[];
}

/**
 * Converts an edit to intents: its commands, and the difference between their effect on the page and
 * the change. An edit may unlock a block, change it and lock it again; its intents then do the same.
 * Of a block that is no longer as it was before the change, they write only what the change did.
 *
 * @param before the page that the intents are based on. It differs from the page before the change if
 *   that was without pending ops which were read later, or had blocks that a kit had migrated.
 */
export function editToIntents(
  { change, named, ...options }: EditorEdit,
  before: PageRecords,
  context: Pick<ResolveContext, 'kits' | 'isLockedByOther'>,
): Intent[] {
  if (named.some(({ type }) => type === 'replace-page')) return replacement(change, before);
  const isReplay = options.isReplay ?? false;
  const found = named.flatMap((edit) => commandOf(edit, change, isReplay) ?? []);
  const commands = found.length > ROOM_LIMITS.maxCommands ? [] : found;
  before.begin();
  try {
    const fields = fieldsAfter(change.page, before.fields, isReplay);
    const unlocked = lockedSections(commands, change, before, isReplay);
    const first = unlock(unlocked, before, options);
    for (const command of commands) {
      const effect = finish(pageEffect(before, command, context));
      for (const block of effect?.blocks ?? [])
        if (block !== before.blocks.get(block.uuid)) before.put(block);
      if (effect?.fields) before.setFields(effect.fields);
    }
    const page = diffFields(before.fields, fields);
    const restOf = (left: Change): Intent[] =>
      changeToIntents(withPage(left, page), before, options);
    const conflicts = conflictIntents(change, before, options);
    const rest = [...restOf(blocksLeft(change, before, isReplay)), ...conflicts];
    const inTheWay = isReplay ? [] : [...locksInTheWay(rest, before)];
    if (unlocked.length + inTheWay.length === 0) return [...commands, ...rest];
    const second = unlock(inTheWay, before, options);
    const [unlockedChange, relocked] = splitLocks(blocksLeft(change, before, isReplay), [
      ...unlocked,
      ...inTheWay,
    ]);
    return [
      ...first,
      ...commands,
      ...second,
      ...restOf(unlockedChange),
      ...conflicts,
      ...changeToIntents(relocked, before, options),
    ];
  } finally {
    before.rollBack();
  }
}

/**
 * The command with its values; null if the change does not contain its effect, or if the room would
 * reject its lengths.
 */
function commandOf(edit: NamedEdit, change: Change, isReplay: boolean): PageIntent | null {
  if (edit.type === 'replace-page') return null;
  if (edit.type === 'set-reference-width') {
    const from = change.page?.from.settings?.referenceWidth;
    const px = change.page?.to.settings?.referenceWidth;
    if (px === undefined || px === from) return null;
    return { ...edit, px, ...(isReplay && from !== undefined ? { from } : {}) };
  }
  if (edit.type === 'slice-section') {
    const isFar = Math.abs(edit.y) > MAX_LENGTH || Math.abs(edit.by) > MAX_LENGTH;
    if (isFar || !isSliced(change, edit)) return null;
    return { ...edit, ...(isReplay ? { replay: true } : {}) };
  }
  const [from, to] = change.updated[edit.section]?.map(({ position }) => position.width) ?? [];
  if (from === undefined || to === undefined || from === to) return null;
  return { ...edit, width: to, ...(isReplay ? { from } : {}) };
}

/** Whether a slice changes the section's height or moves one of its children. */
function isSliced(
  { updated }: Change,
  { section, by }: NamedEdit & { readonly type: 'slice-section' },
): boolean {
  return Object.values(updated).some(([from, to]) =>
    to.uuid === section
      ? from.position.height !== to.position.height
      : from.parentUuid === section &&
        to.parentUuid === section &&
        Math.abs(to.position.y - from.position.y - by) < TOLERANCE,
  );
}

/**
 * The locked sections that commands change. An undo has no effect on a section that it leaves
 * locked, so such a section is left out.
 */
function lockedSections(
  commands: readonly PageIntent[],
  change: Change,
  { blocks }: PageRecords,
  isReplay: boolean,
): string[] {
  const sections = new Set(commands.flatMap((each) => ('section' in each ? each.section : [])));
  return [...sections].filter((uuid) => {
    const after = change.updated[uuid]?.[1];
    return blocks.get(uuid)?.locked && (!isReplay || (after && !after.locked));
  });
}

/** Unlocks blocks, for the intents that follow. */
function unlock(uuids: readonly string[], before: PageRecords, options: IntentOptions): Intent[] {
  const recorded = createMutableChange();
  for (const uuid of uuids) {
    const block = before.blocks.get(uuid);
    if (block) recordChange(recorded, uuid, block, withoutLock(block));
  }
  const intents = changeToIntents(recorded, before, options);
  for (const [, unlocked] of Object.values(recorded.updated)) before.put(unlocked);
  return intents;
}

/** Splits a change into one without the locks of some blocks, and one that locks them. */
function splitLocks(change: Change, uuids: readonly string[]): [Change, Change] {
  const recorded = createMutableChange();
  const updated = { ...change.updated };
  for (const uuid of uuids) {
    const [from, to] = updated[uuid] ?? [];
    if (!from || !to?.locked) continue;
    updated[uuid] = [from, withoutLock(to)];
    recordChange(recorded, uuid, withoutLock(to), to);
  }
  return [{ ...change, updated }, recorded];
}

function withoutLock({ locked: _, ...block }: Block): Block {
  return block;
}

/** What remains of a change after the effect of commands. */
function blocksLeft(change: Change, effect: PageRecords, isReplay: boolean): Change {
  const recorded = createMutableChange();
  const uuids = [change.added, change.updated, change.removed].flatMap(Object.keys);
  for (const uuid of new Set([...effect.written, ...uuids])) {
    const pair = change.updated[uuid];
    const isRemoved = Object.hasOwn(change.removed, uuid);
    const now = effect.blocks.get(uuid);
    if (pair && (!now || (isReplay && !isAsSeen(pair, effect)))) {
      // The room compares the old values itself, and knows whether the block can still be written.
      recordChange(recorded, uuid, ...pair);
      continue;
    }
    const to = change.added[uuid] ?? (pair && recordAfter(pair, effect));
    recordChange(recorded, uuid, now, isRemoved ? undefined : (to ?? effect.before(uuid)));
  }
  return recorded;
}

/** Whether a block was before the commands as it was before the change. */
function isAsSeen([from]: readonly [Block, Block], effect: PageRecords): boolean {
  return equalJson(effect.before(from.uuid) ?? null, from);
}

/** The record of a block after a change, with what the page has changed in it since. */
function recordAfter([from, to]: readonly [Block, Block], effect: PageRecords): Block {
  const [was, now] = [effect.before(from.uuid), effect.blocks.get(from.uuid)];
  if (!was || !now || equalJson(was, from)) return to;
  const rebased = rebaseBlock(from, to, was);
  // The commands have moved the block from where it is now.
  const { placement } = editBetween(was, now);
  return placement ? withPlacement(rebased, placementOf(now)) : rebased;
}

/**
 * Writes the values that the page has changed since, or has in another version of the content, as an
 * edit of the blocks before the change: the room rejects these, and their sender learns of it.
 */
function conflictIntents(
  { updated }: Change,
  effect: PageRecords,
  { isReplay = false }: IntentOptions,
): Intent[] {
  if (isReplay) return [];
  const recorded = createMutableChange();
  for (const [uuid, pair] of Object.entries(updated)) {
    const was = effect.before(uuid);
    const [from, to] = pair;
    if (!was || equalJson(was, from)) continue;
    const rebased = rebaseBlock(from, to, was);
    const left = editBetween(from, to).values.filter(
      ({ path, to: value }) => !equalJson(readValue(rebased, path), value),
    );
    recordChange(recorded, uuid, from, withValues(from, left));
  }
  return changeToIntents(recorded, effect);
}

/** The fields after a change. An undo leaves those that have changed since. */
function fieldsAfter(change: Change['page'], fields: PageFields, isReplay: boolean): PageFields {
  if (!change) return fields;
  const edits = diffValues(change.from, change.to).filter(
    ({ path, from }) => !isReplay || equalJson(readValue(fields, path), from),
  );
  return withValues(fields, edits);
}

/**
 * The whole page after a change, and its changed flags, which are not part of its contents. If
 * blocks stay, the locked ones that the edit changes are unlocked first.
 */
function replacement(change: Change, before: PageRecords): Intent[] {
  const { settings, style, things } = applyChange(before.toPage(), change);
  const { page } = change;
  const flagsOf = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => FLAGS.has(key)));
  const flags = page && { from: flagsOf(page.from), to: flagsOf(page.to) };
  const keepsBlocks = Object.keys(things).some((uuid) => before.blocks.has(uuid));
  const unlocked = keepsBlocks ? [...lockedAmong(blocksOfReplacement(change), before)] : [];
  before.begin();
  const first = unlock(unlocked, before, {});
  before.rollBack();
  return [
    ...first,
    {
      type: 'replace-page',
      settings: { ...settings },
      style: { ...style },
      things: Object.values(things).map((block) => withSharedUrl(block, before)),
    },
    ...changeToIntents(withPage(EMPTY_CHANGE, flags), before),
  ];
}

/** The blocks that a replacement page changes, and those that it adds to. */
function blocksOfReplacement({ added, updated, removed }: Change): (string | undefined)[] {
  const put = [...Object.values(added), ...Object.values(updated).map(([, to]) => to)];
  return [
    ...Object.keys(updated),
    ...Object.keys(removed),
    ...put.map(({ parentUuid }) => parentUuid),
  ];
}

const FLAGS: ReadonlySet<string> = new Set(PAGE_FLAGS);
