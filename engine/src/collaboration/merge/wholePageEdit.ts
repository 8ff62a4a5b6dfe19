import { findDefinition, type Kit } from '../../blocks/builtinBlocks.ts';
import { redesignBlock } from '../../editor/commands/redesignBlock.ts';
import type { Block } from '../../model/Block.ts';
import { withPlace } from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import { writeValue } from '../../model/values.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { Intent, ThingUpdate } from '../protocol/intents.ts';
import { shiftedBySection } from './shiftedBySection.ts';

/**
 * What an op does to locked blocks as part of what it does to the page as a whole. No op says so of
 * itself: it is found out by what such a deed gives on the page as it is now.
 */
export interface WholePageEdit {
  /** Blocks that get another place alone: nobody's lock counts, as their looks and words stay. */
  readonly placed: ReadonlySet<string>;
  /** Blocks whose px are multiplied: a lock does not count, but somebody who is editing them does. */
  readonly scaled: ReadonlySet<string>;
  /** Whether each block is what another reference width makes of it. */
  readonly isRedesigned: boolean;
  /** Whether nothing that is there stays. */
  readonly isReplaced: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** What an op does to the page as a whole; asked before anything of it is done. */
export function wholePageEdit(
  records: PageRecords,
  intents: readonly Intent[],
  kits: readonly Kit[],
): WholePageEdit {
  const isReplaced = removesAll(records, intents);
  const none = { placed: NONE, scaled: NONE, isRedesigned: false, isReplaced };
  const updates = updatesById(intents);
  if (!updates) return none;
  const factor = redesignFactor(records, intents);
  if (factor === null) return { ...none, placed: shiftedBySection(records, updates) };
  for (const scale of [true, false])
    if (isRedesign(records, updates, kits, factor, scale)) {
      const all = new Set(records.blocks.keys());
      return { ...none, [scale ? 'scaled' : 'placed']: all, isRedesigned: true };
    }
  return none;
}

function removesAll(records: PageRecords, intents: readonly Intent[]): boolean {
  const removed = new Set(
    intents.flatMap((intent) => (intent.type === 'remove-things' ? intent.removedUuids : [])),
  );
  return removed.size > 0 && [...records.blocks.keys()].every((uuid) => removed.has(uuid));
}

/** The updates of an op in which each block is named once; else nothing can be said of them. */
function updatesById(intents: readonly Intent[]): ReadonlyMap<string, ThingUpdate> | null {
  const updates = intents.flatMap((intent) =>
    intent.type === 'update-things' && !intent.replay ? intent.updated : [],
  );
  const found = new Map(updates.map((update) => [update.uuid, update]));
  return found.size === updates.length ? found : null;
}

/** New/old where an op sets another reference width, else null. */
function redesignFactor(records: PageRecords, intents: readonly Intent[]): number | null {
  const widths = intents
    .flatMap((intent) => (intent.type === 'update-page' ? intent.partialPage : []))
    .filter(({ path }) => path[0] === 'settings' && path[1] === 'referenceWidth');
  const to = widths.length === 1 && widths[0]?.path.length === 2 ? widths[0].to : null;
  return typeof to === 'number' && to > 0 ? to / records.fields.settings.referenceWidth : null;
}

function isRedesign(
  records: PageRecords,
  updates: ReadonlyMap<string, ThingUpdate>,
  kits: readonly Kit[],
  factor: number,
  scale: boolean,
): boolean {
  const definitionOf = (type: string) => findDefinition(type, kits);
  return [...records.blocks.values()].every((block) => {
    const update = updates.get(block.uuid);
    const is = update ? updated(block, update) : block;
    return equalJson(is, redesignBlock({ definitionOf }, block, factor, scale));
  });
}

/** The block as an update wants it, but for its orders, which are free. */
function updated(block: Block, { position, values = [] }: ThingUpdate): Block {
  const { seenParentUuid: _, ...place } = position ?? { seenParentUuid: null };
  let next = 'x' in place ? withPlace(block, place) : block;
  for (const { path, to } of values) next = writeValue(next, path, to) ?? next;
  return next;
}
