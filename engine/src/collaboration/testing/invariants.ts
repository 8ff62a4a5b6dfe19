import { placeOf } from '../../model/blockEdit.ts';
import { diffPages, isEmptyChange } from '../../model/changes.ts';
import { checkTree } from '../../model/checkTree.ts';
import { equalJson } from '../../model/equalJson.ts';
import type { Page } from '../../model/Page.ts';
import { safeParsePage } from '../../model/parsePage.ts';
import { mayWrite } from '../protocol/codes.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { cutsFit } from './cutsFit.ts';
import { LogReplay } from './replayLog.ts';
import type { WitnessedOp } from './Witness.ts';
import { type World, WORLD_CAP } from './World.ts';

type Problem = string | null;

/** I10: no two clients hold the same lock, each by its own belief. To be asked at any moment. */
export function onlyOneHolder({ clients }: World): Problem {
  for (const uuid of ['a', 'b', 't']) {
    const holders = clients.filter(({ client }) => client.holdsLock(uuid));
    if (holders.length > 1)
      return `I10: ${holders.map(({ options }) => options.name).join(' and ')} hold ${uuid}`;
  }
  return null;
}

/**
 * I3: every op is in the log once at most, each client's in order, and at rest none is missing but
 * those of which a dead tab had kept nothing, and those of who could only look on and was told so.
 */
function eachOpOnce(world: World): Problem {
  const { log, witness } = world;
  const last = new Map<string, number>();
  for (const { clientId, mid, seq } of log.entries) {
    if (mid <= (last.get(clientId) ?? 0))
      return `I3: op ${clientId} ${String(mid)} again or out of order at ${String(seq)}`;
    last.set(clientId, mid);
  }
  const stored = new Set(log.entries.map(({ clientId, mid }) => `${clientId} ${String(mid)}`));
  for (const [key, { sender, accountId }] of witness.ops)
    if (
      (sender.isAlive || witness.kept.has(key)) &&
      !stored.has(key) &&
      !(witness.refused.has(key) && world.hasLookedOn(accountId))
    )
      return `I3: op ${key} was sent and is lost`;
  return null;
}

/** I4: numbers without a gap, owners that only follow each other. */
function oneHistory({ log }: World): Problem {
  let epoch = 0;
  for (const [place, entry] of log.entries.entries()) {
    if (entry.seq !== place + 1) return `I4: ${String(entry.seq)} stands at ${String(place + 1)}`;
    if (entry.epoch < epoch) return `I4: owner ${String(entry.epoch)} wrote after ${String(epoch)}`;
    ({ epoch } = entry);
  }
  return null;
}

/** I7: a tree, a section at least, the cap kept, and a page that parses. */
function isValid(page: Page, seq: number): Problem {
  const problem = checkTree(page.things);
  if (problem) return `I7: at ${String(seq)}: ${problem.message}`;
  if (Object.keys(page.things).length > WORLD_CAP) return `I7: at ${String(seq)}: over the cap`;
  const parsed = safeParsePage(page);
  return parsed.ok ? null : `I7: at ${String(seq)}: ${JSON.stringify(parsed.details)}`;
}

/**
 * I8: what was removed comes back by a restore alone; or its name is given anew by someone who had
 * heard of the removal, when that lies so far back that no room remembers it.
 */
function staysRemoved(
  entry: StreamEntry,
  removed: ReadonlyMap<string, number>,
  op?: WitnessedOp,
): Problem {
  const back = [
    ...(entry.patch.added ?? []).map(({ uuid }) => uuid),
    ...Object.keys(entry.patch.whole?.things ?? {}),
  ];
  for (const uuid of back) {
    const removedBy = removed.get(uuid);
    if (removedBy === undefined) continue;
    const isMeant = op?.intents.some(
      (intent) =>
        (intent.type === 'restore-things' ||
          (intent.type === 'add-things' && op.baseSeq >= removedBy)) &&
        intent.things.some((each) => each.uuid === uuid),
    );
    if (!isMeant) return `I8: ${uuid} came back at ${String(entry.seq)}`;
  }
  return null;
}

/** I9: a place in the stream is one writer's, whole, and where that writer meant it on the page. */
function placesAreWhole(
  entry: StreamEntry,
  before: LogReplay,
  after: LogReplay,
  op?: WitnessedOp,
): Problem {
  for (const { uuid, position } of entry.patch.updated ?? []) {
    const update = op?.intents
      .flatMap((intent) => (intent.type === 'update-things' ? intent.updated : []))
      .find((each) => each.uuid === uuid);
    const wanted = update?.position;
    const was = before.block(uuid);
    if (!position || !wanted || !was || position.parentUuid === null) continue;
    // An undo that found another's place there has written none, and so has a move into what is
    // gone. Then it is the place before, which moves along when its group was dissolved.
    const guard = update.positionFrom;
    const isPassedOver =
      (guard !== undefined && !equalJson(placeOf(was), guard)) ||
      (wanted.parentUuid !== null &&
        !before.block(wanted.parentUuid) &&
        !after.block(wanted.parentUuid));
    const { seenParentUuid, ...unit } = isPassedOver
      ? { ...placeOf(was), seenParentUuid: was.parentUuid ?? null }
      : wanted;
    const { width, height, rotationDeg } = position;
    if (
      !equalJson(
        { width, height, rotationDeg },
        { width: unit.width, height: unit.height, rotationDeg: unit.rotationDeg },
      )
    )
      return `I9: the size of ${uuid} at ${String(entry.seq)} is of two writers`;
    if (position.parentUuid === unit.parentUuid) {
      if (!equalJson(position, unit))
        return `I9: the place of ${uuid} at ${String(entry.seq)} is of two writers`;
      continue;
    }
    // What the op itself dissolves in the end leaves no origin to go by.
    if (entry.patch.removedUuids?.includes(seenParentUuid ?? '')) continue;
    const meant = after.origin(seenParentUuid ?? '');
    const is = after.origin(position.parentUuid);
    if (!meant || !is) return `I9: ${uuid} at ${String(entry.seq)} cannot have been converted`;
    const away =
      Math.abs(meant.x + unit.x - is.x - position.x) +
      Math.abs(meant.y + unit.y - is.y - position.y);
    if (away > 1e-4) return `I9: ${uuid} at ${String(entry.seq)} is not where it was meant `;
  }
  return null;
}

/** I6: each snapshot is what the entries up to it make. */
function snapshotsFit({ log }: World, replay: LogReplay, seq: number): Problem {
  for (const snapshot of log.snapshots) {
    if (snapshot.seq !== seq) continue;
    if (!samePage(snapshot.page as Page, replay.page))
      return `I6: the snapshot at ${String(seq)} differs`;
    const known = [...replay.removed].filter(([, by]) => by > snapshot.horizonSeq);
    const kept = snapshot.removed.map(({ uuid, seq: by }) => [uuid, by]);
    if (!equalJson(kept.sort(), known.sort()))
      return `I6: the snapshot at ${String(seq)} has other removed ids`;
  }
  return null;
}

/** I5: clients at rest, their editors and the room have what the log says. */
async function allInStep({ clients, running }: World, replay: LogReplay): Promise<Problem> {
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

/** R17: nothing is stored of who may not edit, and who may not decide who sees the page does not. */
function rolesAreKept(world: World): Problem {
  for (const { seq, status, accountId, patch } of world.log.entries) {
    const role = accountId > 0 ? world.roleOf(accountId) : 'owner';
    if (!mayWrite(role)) return `R17: an op of a ${role} is stored at ${String(seq)}`;
    const isFlag = patch.page?.some(({ path }) => path[0]?.startsWith('is')) ?? false;
    if (role === 'editor' && status !== 'rejected' && isFlag)
      return `R17: who sees the page was set by an editor at ${String(seq)}`;
  }
  return null;
}

/** All that must hold once a world has come to rest; the first that does not, or null. */
export async function findViolation(world: World): Promise<Problem> {
  const { log, witness } = world;
  const first =
    witness.violations[0] ?? eachOpOnce(world) ?? oneHistory(world) ?? rolesAreKept(world);
  if (first) return first;
  const replay = new LogReplay(log.first.page);
  for (const entry of log.entries) {
    const op = witness.ops.get(`${entry.clientId} ${String(entry.mid)}`);
    const cameBack = staysRemoved(entry, replay.removed, op);
    // A copy is dear, and most entries move nothing.
    const isMoving = entry.patch.updated?.some(({ position }) => position) ?? false;
    const before = isMoving ? new LogReplay(replay.page) : replay;
    replay.apply(entry);
    const problem =
      cameBack ??
      isValid(replay.page, entry.seq) ??
      placesAreWhole(entry, before, replay, op) ??
      snapshotsFit(world, replay, entry.seq);
    if (problem) return problem;
  }
  return cutsFit(world) ?? allInStep(world, replay);
}

/** Equal in all that a room decides on. */
function samePage(a: Page, b: Page): boolean {
  return isEmptyChange(diffPages({ ...a, revision: 0 }, { ...b, revision: 0 }));
}
