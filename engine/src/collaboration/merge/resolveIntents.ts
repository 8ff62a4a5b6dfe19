import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { ok, refuse, type Refusal, type Result } from '../../model/Result.ts';
import { checkFields, checkWritten } from '../page/checkWritten.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { heightOfPage } from '../page/pageGeometry.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { countUndoneRemovals, type Intent } from '../protocol/intents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { readIntents } from '../protocol/readIntents.ts';
import { finish, type Work } from '../Work.ts';
import { addThings } from './addThings.ts';
import { editPage } from './editPage.ts';
import { removeThings } from './removeThings.ts';
import { reorderThings } from './reorderThings.ts';
import { replacePage } from './replacePage.ts';
import type { Resolution, ResolveContext } from './Resolution.ts';
import { settlePositions } from './settlePositions.ts';
import { undoRemoval } from './undoRemoval.ts';
import { updatePage } from './updatePage.ts';
import { updateThings } from './updateThings.ts';

/** How many removed blocks a rejection names. */
const MAX_NAMED = 100;

/** The effect of an op that was not rejected. */
export interface ResolvedOp {
  readonly status: 'applied' | 'modified';
  /** The effect, already applied to the records. */
  readonly change: Change;
  /** Removed blocks that the op refers to, and those whose texts or content it could not write. */
  readonly gone: readonly string[];
  /** Why values were left out, if their sender must learn of it; otherwise null. */
  readonly code: OpRejection | null;
}

/** {@link resolveInSteps} without a pause. */
export function resolveIntents(
  records: PageRecords,
  intents: readonly unknown[],
  context: ResolveContext,
): Result<ResolvedOp, OpRejection> {
  return finish(resolveInSteps(records, intents, context));
}

/**
 * Applies an op to the page as it is now. Rooms decide on ops with it, and clients show their
 * pending ops with it. An op is rejected as a whole, or applied without the parts that no longer
 * make sense, such as updates of removed blocks, and without texts whose locks are lost. Afterwards
 * the page is valid. Pauses at each block; if it is abandoned at a pause, the page is as before.
 *
 * @param intents unparsed; invalid ones are rejected as `malformed`
 */
export function* resolveInSteps(
  records: PageRecords,
  intents: readonly unknown[],
  context: ResolveContext,
): Work<Result<ResolvedOp, OpRejection>> {
  const parsed = yield* readIntents(intents);
  if (!parsed) return refuse('malformed');
  const resolution: Resolution = {
    ...context,
    records,
    gone: new Set(),
    lostTexts: new Map(),
    otherVersions: new Set(),
    reordered: [],
    converted: new Map(),
    origins: null,
    shrunk: new Map(),
    isModified: false,
    hasEffect: false,
  };
  let isApplied = false;
  records.begin();
  try {
    const refused = yield* resolveAll(resolution, parsed);
    if (refused) return refused;
    const change = yield* records.change();
    isApplied = true;
    const status = resolution.isModified ? 'modified' : 'applied';
    const { gone, lostTexts, otherVersions } = resolution;
    return ok({
      status,
      change,
      gone: [...new Set([...gone, ...lostTexts.keys(), ...otherVersions])],
      code: otherVersions.size > 0 ? 'content_version_differs' : null,
    });
  } finally {
    if (isApplied) records.end();
    else records.rollBack();
  }
}

function* resolveAll(
  op: Resolution,
  intents: readonly Intent[],
): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const before = records.blocks.size;
  records.mostBlocks = Math.max(records.mostBlocks, before);
  for (const intent of intents) {
    const refused = yield* resolveOne(op, intent);
    if (refused) return refused;
  }
  const [lost, whyLost] = [...op.lostTexts].find(([, why]) => why !== null) ?? [];
  if (!op.hasEffect && whyLost) return refuse(whyLost, { uuid: lost });
  if (!op.hasEffect && op.otherVersions.size > 0)
    return refuse('content_version_differs', { uuids: [...op.otherVersions] });
  // Every client that comes back is sent their ids, which are therefore few.
  if ((!op.hasEffect && op.gone.size > 0) || op.gone.size > ROOM_LIMITS.maxGonePerOp)
    return refuse('gone', { uuids: [...op.gone].slice(0, MAX_NAMED) });
  const allowed = countUndoneRemovals(intents) > 0 ? records.mostBlocks : before;
  if (op.maxBlocks !== null && records.blocks.size > Math.max(allowed, op.maxBlocks))
    return refuse('things_per_page_limit_exceeded', { max: op.maxBlocks });
  yield* reorderThings(op, op.reordered);
  const invalid = (yield* checkWritten(records, op.kits)) ?? (yield* settlePositions(op));
  if (invalid) return invalid;
  updateHeight(records);
  return null;
}

function* resolveOne(op: Resolution, intent: Intent): Work<Refusal<OpRejection> | null> {
  switch (intent.type) {
    case 'add-things':
      return yield* addThings(op, intent.things as unknown as Block[], false);
    case 'restore-things':
      return intent.replay
        ? yield* undoRemoval(op, intent.things as unknown as Block[], new Set(intent.changed))
        : yield* addThings(op, intent.things as unknown as Block[], true);
    case 'remove-things':
      return yield* removeThings(op, intent.removedUuids, intent.replay ?? false);
    case 'update-things':
      return yield* updateThings(op, intent.updated, intent.replay ?? false);
    case 'set-reference-width':
      return (yield* editPage(op, intent)) ?? checkFields(op.records);
    case 'resize-section':
    case 'slice-section':
      return yield* editPage(op, intent);
    case 'replace-page':
      return yield* replacePage(op, intent);
    case 'update-page':
      return yield* updatePage(op, intent.partialPage);
  }
}

/** Derives the page's height from its sections: heights sent by two clients would not add up. */
function updateHeight(records: PageRecords): void {
  const isTouched = [...records.written].some((uuid) => {
    const before = records.before(uuid);
    const now = records.blocks.get(uuid);
    return (now ?? before)?.parentUuid === undefined && now !== before;
  });
  if (!isTouched) return;
  const relativeHeight = heightOfPage(records);
  if (relativeHeight !== records.fields.relativeHeight)
    records.setFields({ ...records.fields, relativeHeight });
}
