import { findDefinition, type Kit } from '../../blocks/builtinBlocks.ts';
import { redesignBlock } from '../../editor/commands/redesignBlock.ts';
import type { Block } from '../../model/Block.ts';
import { withPlacement } from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import { writeValue } from '../../model/values.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { Intent, ThingUpdate } from '../protocol/intents.ts';
import { shiftedBySection } from './shiftedBySection.ts';

/**
 * The part of an op that edits the page as a whole, and may therefore edit locked blocks. It is
 * recognized by its effects on the current page: no op names it.
 */
export interface WholePageEdit {
  /** Blocks that only change position, even if locked by anyone: their style and text stay. */
  readonly placed: ReadonlySet<string>;
  /** Blocks whose px are scaled, even if `locked`, unless someone else is editing them. */
  readonly scaled: ReadonlySet<string>;
  /** Whether the op sets another reference width and converts every block accordingly. */
  readonly isRedesigned: boolean;
  /** Whether the op removes every block. */
  readonly isReplaced: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** Recognizes an edit of the whole page. Call it before applying the op. */
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

/** The updates of an op by block; null if a block is updated twice. */
function updatesById(intents: readonly Intent[]): ReadonlyMap<string, ThingUpdate> | null {
  const updates = intents.flatMap((intent) =>
    intent.type === 'update-things' && !intent.replay ? intent.updated : [],
  );
  const found = new Map(updates.map((update) => [update.uuid, update]));
  return found.size === updates.length ? found : null;
}

/** The new reference width divided by the old one; null if the op does not set it. */
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

/** The block after an update, without its orders, which may always change. */
function updated(block: Block, { position, values = [] }: ThingUpdate): Block {
  const { seenParentUuid: _, ...place } = position ?? { seenParentUuid: null };
  let next = 'x' in place ? withPlacement(block, place) : block;
  for (const { path, to } of values) next = writeValue(next, path, to) ?? next;
  return next;
}
