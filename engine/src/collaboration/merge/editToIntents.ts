import {
  applyChange,
  type Change,
  changeFields,
  createMutableChange,
  diffFields,
  EMPTY_CHANGE,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import type { Block } from '../../model/Block.ts';
import { MAX_LENGTH } from '../../model/Position.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { PAGE_FLAGS } from '../page/roomFields.ts';
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
 *
 * @param before the page before the edit
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
    const fields = changeFields(before.fields, change.page);
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
    const left = blocksLeft(change, before);
    const rest = restOf(left);
    const inTheWay = isReplay ? [] : [...locksInTheWay(rest, before)];
    if (unlocked.length + inTheWay.length === 0) return [...commands, ...rest];
    const second = unlock(inTheWay, before, options);
    const [unlockedChange, relocked] = splitLocks(blocksLeft(change, before), [
      ...unlocked,
      ...inTheWay,
    ]);
    return [
      ...first,
      ...commands,
      ...second,
      ...restOf(unlockedChange),
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
function blocksLeft(change: Change, effect: PageRecords): Change {
  const recorded = createMutableChange();
  const uuids = [change.added, change.updated, change.removed].flatMap(Object.keys);
  for (const uuid of new Set([...effect.written, ...uuids])) {
    const isRemoved = Object.hasOwn(change.removed, uuid);
    const to = change.added[uuid] ?? change.updated[uuid]?.[1];
    recordChange(
      recorded,
      uuid,
      effect.blocks.get(uuid),
      isRemoved ? undefined : (to ?? effect.before(uuid)),
    );
  }
  return recorded;
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
