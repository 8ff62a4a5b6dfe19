import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import { type BlockPlacement, placementOf } from '../../model/blockEdit.ts';
import { diffPages, isEmptyChange } from '../../model/Change.ts';
import { checkTree } from '../../parsing/checkTree.ts';
import { equalJson } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { safeParsePage } from '../../parsing/parsePage.ts';
import { mayWrite } from '../protocol/codes.ts';
import { pageEffect } from '../merge/pageEffect.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { Intent, PageIntent, ThingUpdate } from '../protocol/intents.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { restorePage } from '../room/restorePage.ts';
import { finish } from '../Work.ts';
import { replayPatches } from '../page/replayPatches.ts';
import { LogReplay } from './replayLog.ts';
import { nameOf, type RecordedOp } from './TrafficRecorder.ts';
import { type Simulation, MAX_BLOCKS } from './Simulation.ts';

type Problem = string | null;

/** I10: no two clients hold the same lock by their own clocks. Can be checked at any moment. */
export function onlyOneHolder({ clients }: Simulation): Problem {
  for (const uuid of ['a', 'b', 't']) {
    const holders = clients.filter(({ client }) => client.holdsLock(uuid));
    if (holders.length > 1)
      return `I10: ${holders.map(({ options }) => options.name).join(' and ')} hold ${uuid}`;
  }
  return null;
}

/**
 * I3: every op is in the log at most once, each client's in order. None is missing once settled,
 * except ops that a crashed tab had not stored and ops rejected for a role.
 */
function eachOpOnce(simulation: Simulation): Problem {
  const { log, recorder } = simulation;
  const last = new Map<string, number>();
  for (const { clientId, mid, seq } of log.entries) {
    if (mid <= (last.get(clientId) ?? 0))
      return `I3: op ${clientId} ${String(mid)} again or out of order at ${String(seq)}`;
    last.set(clientId, mid);
  }
  const stored = new Set<string>();
  for (const entry of log.entries) {
    const name = recorder.firstName(nameOf(entry));
    if (stored.has(name)) return `I3: op ${name} is stored under another client id, too`;
    stored.add(name);
  }
  for (const [key, { sender, accountId }] of recorder.ops)
    if (
      (sender.isAlive || recorder.onDisk.has(key)) &&
      !stored.has(recorder.firstName(key)) &&
      !(recorder.rejected.has(key) && simulation.wasReadOnly(accountId))
    )
      return `I3: op ${key} was sent and is lost`;
  return null;
}

/** I4: seqs without gaps, and owners in order. */
function oneHistory({ log }: Simulation): Problem {
  let epoch = 0;
  for (const [index, entry] of log.entries.entries()) {
    if (entry.seq !== index + 1) return `I4: ${String(entry.seq)} is at ${String(index + 1)}`;
    if (entry.epoch < epoch) return `I4: owner ${String(entry.epoch)} wrote after ${String(epoch)}`;
    ({ epoch } = entry);
  }
  return null;
}

/** I7: a valid tree with a section, within the block limit, and a page that parses. */
function isValid(page: Page, seq: number): Problem {
  const problem = checkTree(page.things);
  if (problem) return `I7: at ${String(seq)}: ${problem.message}`;
  if (Object.keys(page.things).length > MAX_BLOCKS) return `I7: at ${String(seq)}: over the cap`;
  const parsed = safeParsePage(page);
  return parsed.ok ? null : `I7: at ${String(seq)}: ${JSON.stringify(parsed.details)}`;
}

/**
 * I8: a removed block returns only through a restore of it or of a block that was removed with it,
 * through replacing the page, or through an op that reuses its id after having seen a removal so old
 * that the room has dropped it.
 */
function staysRemoved(
  entry: StreamEntry,
  removed: ReadonlyMap<string, number>,
  op?: RecordedOp,
): Problem {
  const back = [
    ...(entry.patch.added ?? []).map(({ uuid }) => uuid),
    ...Object.keys(entry.patch.whole?.things ?? {}),
  ];
  for (const uuid of back) {
    const removedBy = removed.get(uuid);
    if (removedBy === undefined) continue;
    const isIntended = op?.intents.some(
      (intent) =>
        (intent.type === 'restore-things' ||
          intent.type === 'replace-page' ||
          (intent.type === 'add-things' && op.baseSeq >= removedBy)) &&
        intent.things.some(
          (each) =>
            each.uuid === uuid ||
            (intent.type === 'restore-things' &&
              intent.replay &&
              removed.get(each.uuid) === removedBy),
        ),
    );
    if (!isIntended) return `I8: ${uuid} came back at ${String(entry.seq)}`;
  }
  return null;
}

/**
 * I9: a position in the stream has one writer, and is where that writer intended it on the page.
 */
function positionsAreWhole(
  entry: StreamEntry,
  before: LogReplay,
  after: LogReplay,
  op?: RecordedOp,
): Problem {
  for (const { uuid, position } of entry.patch.updated ?? []) {
    const update = op?.intents
      .flatMap((intent) => (intent.type === 'update-things' ? intent.updated : []))
      .find((each) => each.uuid === uuid);
    const wanted = update?.position;
    const was = before.block(uuid);
    if (!position || !wanted || !was || position.parentUuid === null) continue;
    if (isMovedFromSeen(position, wanted, before)) continue;
    // An undo of an overwritten position, or a move into a removed parent, writes nothing. The
    // block then keeps its position, converted if its group was dissolved.
    const isIntoRemoved =
      wanted.parentUuid !== null &&
      !before.block(wanted.parentUuid) &&
      !after.block(wanted.parentUuid);
    const guard = update.positionFrom;
    const isOverwritten = (now: BlockPlacement): boolean =>
      guard !== undefined && !equalJson(now, guard);
    // The position goes with a text whose lock is lost [R62]; the block's order may still change.
    const gone = entry.details?.gone as readonly string[] | undefined;
    const isTextLost = gone?.includes(uuid) === true;
    const isSkipped = isIntoRemoved || isTextLost || isOverwritten(placementOf(was));
    if (op?.intents.some(isCommand)) {
      // The op's command may have moved the block before, and the guard is for the moved position.
      const moved = placementAfterCommands(before, op.intents, uuid);
      if (moved && (isIntoRemoved || isOverwritten(moved)) && equalJson(position, moved)) continue;
      if (isSkipped) continue;
    }
    const { seen: _, ...asWanted } = wanted;
    const { seenParentUuid, ...unit } = isSkipped
      ? { ...placementOf(was), seenParentUuid: was.parentUuid ?? null }
      : asWanted;
    const { width, height, rotationDeg } = position;
    if (
      !equalJson(
        { width, height, rotationDeg },
        { width: unit.width, height: unit.height, rotationDeg: unit.rotationDeg },
      )
    )
      return `I9: the size of ${uuid} at ${String(entry.seq)} has two writers`;
    if (position.parentUuid === unit.parentUuid) {
      if (!equalJson(position, unit))
        return `I9: the position of ${uuid} at ${String(entry.seq)} has two writers`;
      continue;
    }
    // A group that the same op dissolves has no origin afterwards.
    if (entry.patch.removedUuids?.includes(seenParentUuid ?? '')) continue;
    const from = after.origin(seenParentUuid ?? '');
    const to = after.origin(position.parentUuid);
    if (!from || !to) return `I9: ${uuid} at ${String(entry.seq)} cannot have been converted`;
    const distance =
      Math.abs(from.x + unit.x - to.x - position.x) + Math.abs(from.y + unit.y - to.y - position.y);
    if (distance > 1e-4)
      return `I9: ${uuid} at ${String(entry.seq)} is not where its writer intended it`;
  }
  return null;
}

/** Whether a block is where its sender moved it from where it saw it on the page, with its size. */
function isMovedFromSeen(
  position: BlockPlacement,
  { seen, width, height, rotationDeg }: NonNullable<ThingUpdate['position']>,
  before: LogReplay,
): boolean {
  const from = seen && before.origin(seen.section);
  const to = before.origin(position.parentUuid ?? '');
  if (!seen || !from || !to) return false;
  const distance =
    Math.abs(from.x + seen.x + seen.byX - to.x - position.x) +
    Math.abs(from.y + seen.y + seen.byY - to.y - position.y);
  return distance < 1e-3 && equalJson(position, { ...position, width, height, rotationDeg });
}

/** Where a block is after the commands of an op, if no lock prevents them. */
function placementAfterCommands(
  before: LogReplay,
  intents: readonly Intent[],
  uuid: string,
): BlockPlacement | null {
  const records = new PageRecords(structuredClone(before.page));
  for (const intent of intents.filter(isCommand)) {
    const effect = finish(pageEffect(records, intent, { kits: [], isLockedByOther: () => false }));
    for (const block of effect?.blocks ?? []) records.put(block);
    if (effect?.fields) records.setFields(effect.fields);
  }
  const block = records.blocks.get(uuid);
  return block ? placementOf(block) : null;
}

function isCommand(intent: Intent): intent is PageIntent {
  return ['set-reference-width', 'resize-section', 'slice-section'].includes(intent.type);
}

/** I6: each snapshot equals the replay up to it. */
function snapshotsFit({ log }: Simulation, replay: LogReplay, seq: number): Problem {
  for (const snapshot of log.snapshots) {
    if (snapshot.seq !== seq) continue;
    if (!samePage(snapshot.page as Page, replay.page))
      return `I6: the snapshot at ${String(seq)} differs`;
    const known = [...replay.removed].filter(([, by]) => by > snapshot.horizonSeq);
    const kept = snapshot.removed.map(({ uuid, seq: by }) => [uuid, by]);
    if (!equalJson(kept.sort(), known.sort()))
      return `I6: the snapshot at ${String(seq)} has other removed blocks`;
  }
  return null;
}

/** I5: settled clients, their editors and the room have the page that the log gives. */
async function allEqual({ clients, running }: Simulation, replay: LogReplay): Promise<Problem> {
  const states = await Promise.all(running.map(({ room }) => room().read()));
  const owner = states.reduce((a, b) => ((b?.epoch ?? 0) > (a?.epoch ?? 0) ? b : a), null);
  if (!owner || !samePage(owner.page, replay.page))
    return 'I5: the room has another page than its log';
  for (const { client, editor, options } of clients) {
    if (!client.page || !samePage(client.page, replay.page))
      return `I5: ${options.name} has another page`;
    if (!samePage(editor.stablePage, replay.page))
      return `I5: the editor of ${options.name} shows another page`;
  }
  return null;
}

/** R17: no op is stored that its sender's role does not permit. */
function rolesAreEnforced(simulation: Simulation): Problem {
  for (const { seq, status, accountId, patch } of simulation.log.entries) {
    const role = accountId > 0 ? simulation.roleOf(accountId) : 'owner';
    if (!mayWrite(role)) return `R17: an op of a ${role} is stored at ${String(seq)}`;
    const isFlag = patch.page?.some(({ path }) => path[0]?.startsWith('is')) ?? false;
    if (role === 'editor' && status !== 'rejected' && isFlag)
      return `R17: an editor has set a flag of the page at ${String(seq)}`;
  }
  return null;
}

/** I6: restoring or publishing from a snapshot at a random cut gives the page of the full replay. */
function restoresAnywhere({ log, random }: Simulation): Problem {
  const { entries, first } = log;
  const cut = Math.floor(random() * (entries.length + 1));
  const start = new LogReplay(first.page);
  for (const entry of entries.slice(0, cut)) start.apply(entry);
  const whole = new LogReplay(start.page);
  for (const [uuid, seq] of start.removed) whole.removed.set(uuid, seq);
  for (const entry of entries.slice(cut)) whole.apply(entry);
  const removed = [...start.removed].map(([uuid, seq]) => ({ uuid, seq }));
  const { state, migration } = finish(
    restorePage(
      {
        epoch: 1,
        snapshot: { seq: cut, page: start.page, removed, horizonSeq: 0 },
        entries: entries.slice(cut),
        previousOwnerQuietMs: null,
      },
      {},
    ),
  );
  if ((migration !== null) !== isOld(whole.page)) return `I6: migrated again after ${String(cut)}`;
  const isSame = isEmptyChange(
    diffPages({ ...state.page, revision: 0 }, { ...whole.page, revision: 0 }),
  );
  if (!migration && !isSame) return `I6: the entries after ${String(cut)} give another page`;
  const published = replayPatches(
    start.page,
    entries.slice(cut).map(({ patch }) => patch),
  );
  if (!samePage(published, whole.page))
    return `R21: what is published after ${String(cut)} differs`;
  const kept = state.removals.removed.map(({ uuid, seq }) => [uuid, seq]);
  return equalJson(kept.sort(), [...whole.removed].sort())
    ? null
    : `I6: the entries after ${String(cut)} remove other blocks`;
}

function isOld(page: Page): boolean {
  return page.settings.editorVersion !== EDITOR_VERSION;
}

/** Checks I1 to I9 and R17 in a settled simulation. Returns the first violation, or null. */
export async function findViolation(simulation: Simulation): Promise<Problem> {
  const { log, recorder } = simulation;
  const first =
    recorder.violations[0] ??
    eachOpOnce(simulation) ??
    oneHistory(simulation) ??
    rolesAreEnforced(simulation);
  if (first) return first;
  const replay = new LogReplay(log.first.page);
  for (const entry of log.entries) {
    const op = recorder.ops.get(nameOf(entry));
    const cameBack = staysRemoved(entry, replay.removed, op);
    // Copying is slow, and most entries move nothing.
    const isMoving = entry.patch.updated?.some(({ position }) => position) ?? false;
    const before = isMoving ? new LogReplay(replay.page) : replay;
    replay.apply(entry);
    const problem =
      cameBack ??
      isValid(replay.page, entry.seq) ??
      positionsAreWhole(entry, before, replay, op) ??
      snapshotsFit(simulation, replay, entry.seq);
    if (problem) return problem;
  }
  return restoresAnywhere(simulation) ?? allEqual(simulation, replay);
}

/** Whether pages are equal except for the revision. */
function samePage(a: Page, b: Page): boolean {
  return isEmptyChange(diffPages({ ...a, revision: 0 }, { ...b, revision: 0 }));
}
