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
import { MAX_LENGTH } from '../../model/Position.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { PAGE_FLAGS } from '../page/roomFields.ts';
import type { Intent, PageIntent } from '../protocol/intents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { finish } from '../Work.ts';
import { changeToIntents, type IntentOptions, withoutTemporaryUrl } from './changeToIntents.ts';
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
 * the change.
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
  const commands = named.flatMap((edit) => commandOf(edit, change, isReplay) ?? []);
  if (commands.length === 0 || commands.length > ROOM_LIMITS.maxCommands)
    return changeToIntents(change, before, options);
  before.begin();
  try {
    const fields = changeFields(before.fields, change.page);
    const unlocked = unlockSections(commands, change, before, options);
    for (const command of commands) {
      const effect = finish(pageEffect(before, command, context));
      for (const block of effect?.blocks ?? [])
        if (block !== before.blocks.get(block.uuid)) before.put(block);
      if (effect?.fields) before.setFields(effect.fields);
    }
    const rest = withPage(blocksLeft(change, before), diffFields(before.fields, fields));
    return [...unlocked, ...commands, ...changeToIntents(rest, before, options)];
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

/** Unlocks sections that the edit unlocks before its commands change them. */
function unlockSections(
  commands: readonly PageIntent[],
  change: Change,
  before: PageRecords,
  options: IntentOptions,
): Intent[] {
  const recorded = createMutableChange();
  for (const command of commands) {
    const [from, to] = ('section' in command ? change.updated[command.section] : null) ?? [];
    if (!from?.locked || !to || to.locked) continue;
    const { locked: _, ...unlocked } = from;
    recordChange(recorded, from.uuid, from, unlocked);
    before.put(unlocked);
  }
  return changeToIntents(recorded, before, options);
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

/** The whole page after a change, and its changed flags, which are not part of its contents. */
function replacement(change: Change, before: PageRecords): Intent[] {
  const { settings, style, things } = applyChange(before.toPage(), change);
  const { page } = change;
  const flagsOf = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => FLAGS.has(key)));
  const flags = page && { from: flagsOf(page.from), to: flagsOf(page.to) };
  return [
    {
      type: 'replace-page',
      settings: { ...settings },
      style: { ...style },
      things: Object.values(things).map(withoutTemporaryUrl),
    },
    ...changeToIntents(withPage(EMPTY_CHANGE, flags), before),
  ];
}

const FLAGS: ReadonlySet<string> = new Set(PAGE_FLAGS);
