import type { Kit } from '../../blocks/builtinBlocks.ts';
import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { copyJson, JsonProblem } from '../../model/json.ts';
import type { PlaceUnit } from '../../model/blockEdit.ts';
import { ok, refuse, type Refusal, type Result } from '../../model/Result.ts';
import { checkFields, checkWritten } from '../page/checkWritten.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { heightOfPage } from '../page/pageGeometry.ts';
import type { OpRejection, RoomRole } from '../protocol/codes.ts';
import { type Intent, intentsSchema, type ThingUpdate } from '../protocol/intents.ts';
import { addThings } from './addThings.ts';
import { removeThings } from './removeThings.ts';
import { reorderThings } from './reorderThings.ts';
import { settlePlaces } from './settlePlaces.ts';
import { updatePage } from './updatePage.ts';
import { updateThings } from './updateThings.ts';
import { type WholeDeeds, wholeDeeds } from './wholeDeeds.ts';

/** What the sender of an op has done to blocks before, as far as it is known: what an undo is of. */
export interface SenderHistory {
  /** A block as the sender has put it onto the page last; null: somebody else has, or nobody knows. */
  readonly added: (uuid: string) => Block | null;
  /** Whether it was the sender who has removed a block last. */
  readonly hasRemoved: (uuid: string) => boolean;
}

/** What a room knows of an op beside the page. */
export interface ResolveContext {
  readonly kits: readonly Kit[];
  /** The most blocks that the owner's plan allows; null is unlimited. */
  readonly maxBlocks: number | null;
  readonly role: RoomRole;
  /** The newest entry of the stream that whoever made the op had seen. */
  readonly baseSeq: number;
  /** Whether someone else is editing a block now. */
  readonly isLockedByOther: (uuid: string) => boolean;
  readonly senderHistory: SenderHistory;
}

/** What is found out while an op is resolved. */
export interface Resolving extends ResolveContext {
  readonly records: PageRecords;
  /** Ids that the op was about and that had been removed. */
  readonly gone: Set<string>;
  /** Updates whose orders are resolved at the end, among those that are then there. */
  readonly reordered: ThingUpdate[];
  /** What it does to the page as a whole. */
  readonly whole: WholeDeeds;
  /** Places that were meant in a parent that the block has left; converted once all else is done. */
  readonly converted: Map<string, PlaceUnit>;
  /** Sections that the op makes lower, and how high they were. */
  readonly shrunk: Map<string, number>;
  /** Whether what is done differs from what was meant. */
  isModified: boolean;
  /** Whether anything was left of it. */
  hasEffect: boolean;
}

/** What became of an op that was not rejected. */
export interface ResolvedOp {
  readonly status: 'applied' | 'modified';
  /** What it did; already done to the records. */
  readonly change: Change;
  /** Ids that it was about and that had been removed. */
  readonly gone: readonly string[];
}

/**
 * Does to a page what an op means, as the page is now: a room decides so what enters its stream,
 * and a client shows its own pending ops in the same way. All of the op or nothing of it, but for
 * blocks that are gone, which are passed over. Afterwards the page is valid.
 *
 * @param intents as they came; wrong ones are rejected as `malformed`
 */
export function resolveIntents(
  records: PageRecords,
  intents: readonly unknown[],
  context: ResolveContext,
): Result<ResolvedOp, OpRejection> {
  const read = readIntents(intents);
  if (!read) return refuse('malformed');
  const whole = wholeDeeds(records, read, context.kits);
  records.begin();
  const resolving: Resolving = {
    ...context,
    records,
    gone: new Set(),
    reordered: [],
    whole,
    converted: new Map(),
    shrunk: new Map(),
    isModified: false,
    hasEffect: false,
  };
  let refused: Refusal<OpRejection> | null;
  try {
    refused = resolveAll(resolving, read);
  } catch (error) {
    records.rollBack();
    throw error;
  }
  if (refused) {
    records.rollBack();
    return refused;
  }
  const change = records.commit();
  const gone = [...resolving.gone];
  return ok({ status: resolving.isModified ? 'modified' : 'applied', change, gone });
}

function readIntents(intents: readonly unknown[]): readonly Intent[] | null {
  try {
    const parsed = intentsSchema.safeParse(copyJson(intents));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof JsonProblem) return null;
    throw error;
  }
}

function resolveAll(op: Resolving, intents: readonly Intent[]): Refusal<OpRejection> | null {
  const { records } = op;
  const before = records.blocks.size;
  for (const intent of intents) {
    const refused = resolveOne(op, intent);
    if (refused) return refused;
  }
  if (!op.hasEffect && op.gone.size > 0) return refuse('gone', { uuids: [...op.gone] });
  if (op.maxBlocks !== null && records.blocks.size > Math.max(before, op.maxBlocks))
    return refuse('things_per_page_limit_exceeded', { max: op.maxBlocks });
  reorderThings(op, op.reordered);
  const invalid = checkWritten(records, op.kits) ?? settlePlaces(op);
  if (invalid) return invalid;
  keepHeight(records);
  return null;
}

function resolveOne(op: Resolving, intent: Intent): Refusal<OpRejection> | null {
  switch (intent.type) {
    case 'add-things':
    case 'restore-things':
      return addThings(op, intent.things as unknown as Block[], intent.type === 'restore-things');
    case 'remove-things':
      return removeThings(op, intent.removedUuids, intent.replay ?? false);
    case 'update-things':
      return updateThings(op, intent.updated, intent.replay ?? false);
    case 'update-page':
      return updatePage(op, intent.partialPage) ?? checkFields(op.records);
  }
}

/** The page is as high as its sections: no op says so, as two that grow sections would not add up. */
function keepHeight(records: PageRecords): void {
  const isTouched = [...records.written].some((uuid) => {
    const was = records.before(uuid);
    const is = records.blocks.get(uuid);
    return (is ?? was)?.parentUuid === undefined && is !== was;
  });
  if (!isTouched) return;
  const relativeHeight = heightOfPage(records);
  if (relativeHeight !== records.fields.relativeHeight)
    records.setFields({ ...records.fields, relativeHeight });
}
