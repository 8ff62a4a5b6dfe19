import type { Kit } from '../../blocks/builtinBlocks.ts';
import { readKits } from '../../blocks/readKits.ts';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import {
  type MigratedPage,
  migratePage,
  migratePageInSteps,
} from '../../migrations/migratePage.ts';
import { compareVersions, readPageVersion } from '../../migrations/pageVersion.ts';
import type { MigrationWarning } from '../../migrations/Migration.ts';
import { readKitBlocks } from '../../parsing/readKitBlocks.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Page } from '../../model/Page.ts';
import { isRecord } from '../../model/json.ts';
import { reportRejection } from '../../model/promises.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { outlinedInSteps } from '../page/replayPatches.ts';
import { applyCopies } from '../page/pagePatch.ts';
import { type KnownRemovals, removalBy, Tombstones } from '../page/Tombstones.ts';
import { ROOM_CLIENT_ID, type StreamEntry } from '../protocol/streamEntry.ts';
import { reporterOf } from '../reporterOf.ts';
import type { Clock } from '../Clock.ts';
import type { Work } from '../Work.ts';
import { checkLogResult } from './checkLogResult.ts';
import type { OpenedRoom } from './RoomLog.ts';
import type { RoomOptions } from './RoomOptions.ts';
import { StoredPage, type StoredState } from './StoredPage.ts';
import { Turns } from './Turns.ts';

/** Turns end by time only: reading a block takes microseconds, while deciding on one takes more. */
const MAX_BLOCKS = Infinity;

/** A page restored from the log. */
export interface RestoredPage {
  readonly state: StoredState;
  /** What could not be migrated or read. */
  readonly warnings: readonly MigrationWarning[];
  /**
   * The entry that migrates the page; store it before admitting clients. Null if the page needs no
   * migration or is of a newer version.
   */
  readonly migration: StreamEntry | null;
}

/**
 * Restores the page from a snapshot and the entries after it. The migration of an older version is
 * an op of the room itself that carries the whole page, so that replaying the log gives the page
 * that the room shows. Pauses after each block, except while it migrates a page of an older version.
 *
 * @throws CobbleError if the page is unreadable
 */
export function* restorePage(
  { epoch, snapshot, entries }: OpenedRoom,
  options: { readonly kits?: readonly Kit[]; readonly siteHosts?: readonly string[] },
): Work<RestoredPage> {
  const wholeAt = entries.findLastIndex(({ patch }) => patch.whole !== undefined);
  const json = entries[wholeAt]?.patch.whole ?? snapshot.page;
  const tail = entries.slice(wholeAt + 1);
  const seq = entries.at(-1)?.seq ?? snapshot.seq;
  const first = yield* readPage(json, options);
  const last = tail.length === 0 ? first : yield* replayed(json, first, tail, options);
  const { page, warnings } = last;
  const removals = removalsAfter(snapshot, entries, page);
  const state = { epoch, seq, page, removals, entries, snapshotSeq: snapshot.seq };
  if (!last.migrated) return { state, warnings, migration: null };
  const migration: StreamEntry = {
    seq: seq + 1,
    epoch,
    clientId: ROOM_CLIENT_ID,
    accountId: -1,
    // Equal to the seq, so that no two owners of the page use the same mid.
    mid: seq + 1,
    status: 'applied',
    patch: { whole: { ...page } },
  };
  return { state, warnings, migration };
}

type ReadPage = Pick<MigratedPage, 'page' | 'migrated' | 'warnings'>;

/** Migrates a page to the current version. A newer page is kept; older editors may only view it. */
function* readPage(json: unknown, options: Parameters<typeof restorePage>[1]): Work<ReadPage> {
  if (!isNewer(json)) return yield* migratePageInSteps(json, options);
  return { page: yield* outlinedInSteps(json), migrated: false, warnings: [] };
}

function isNewer(json: unknown): boolean {
  return isRecord(json) && compareVersions(readPageVersion(json), EDITOR_VERSION) > 0;
}

/** The page once entries of its own version are applied, migrated if necessary. */
function* replayed(
  json: unknown,
  first: ReadPage,
  tail: readonly StreamEntry[],
  options: Parameters<typeof restorePage>[1],
): Work<ReadPage> {
  const start = first.migrated ? yield* outlinedInSteps(json) : first.page;
  const records = yield* PageRecords.inSteps(start);
  // Copies: the log may return objects of its own, which the page would freeze.
  yield* applyCopies(records, tail);
  const page = records.toPage();
  yield;
  if (first.migrated) return migratePage(page, options);
  if (isNewer(json)) return { ...first, page };
  // A room with an older version of a kit, or without the kit, may have stored older blocks.
  const warnings: MigrationWarning[] = [];
  const read = readKitBlocks(page, readKits(options.kits), (warning) => warnings.push(warning));
  return { page: read, migrated: read !== page, warnings };
}

/** The known removals once the entries are applied, which give this page. */
function removalsAfter(
  known: KnownRemovals,
  entries: readonly StreamEntry[],
  { things }: Page,
): KnownRemovals {
  const tombstones = new Tombstones(known);
  for (const { seq, patch } of entries) {
    for (const uuid of Object.keys(patch.whole?.things ?? {})) tombstones.set(uuid, undefined);
    for (const { uuid } of patch.added ?? []) tombstones.set(uuid, undefined);
    for (const uuid of patch.removedUuids ?? []) tombstones.set(uuid, removalBy(seq));
  }
  // A page that was replaced without its room may have brought them back.
  for (const { uuid } of tombstones.known.removed)
    if (Object.hasOwn(things, uuid)) tombstones.set(uuid, undefined);
  return tombstones.known;
}

/** A stored page, opened by its new owner. */
export interface OpenedPage {
  readonly stored: StoredPage;
  readonly opened: OpenedRoom;
}

/**
 * Takes over a page in its log, and stores its migration if it is of an older version. Throws what
 * the log throws, and a `CobbleError` if the page is unreadable, the log has changed meanwhile or
 * returns something wrong. Works on it for a limited time in each turn of the event loop.
 *
 * @returns `moved` if another owner has taken the page over meanwhile
 */
export async function openPage(
  options: Pick<RoomOptions, 'log' | 'kits' | 'siteHosts' | 'onFailure' | 'onWarning'>,
  parts: { readonly restorePage: typeof restorePage; readonly maxTombstones: number },
  clock: Clock,
): Promise<OpenedPage | 'moved'> {
  const { log, kits = [], siteHosts = [] } = options;
  const opened = checkLogResult('open', await log.open());
  const turns = new Turns(clock, MAX_BLOCKS);
  const restored = await turns.finish(parts.restorePage(opened, { kits, siteHosts }));
  const { state, migration, warnings } = restored;
  const stored = await turns.finish(StoredPage.open(state, parts.maxTombstones));
  report(warnings, options);
  if (!migration) return { opened, stored };
  const { epoch, seq } = stored;
  const batch = { epoch, head: seq, entries: [migration] };
  const outcome = checkLogResult('append', await log.append(batch));
  if (!outcome.ok && outcome.code === 'stale_epoch') return 'moved';
  if (!outcome.ok)
    throw new CobbleError('room_log_conflict', 'the log has changed in the meantime');
  await new Turns(clock, MAX_BLOCKS).finish(stored.addRestored([migration]));
  // Migrating is nobody's doing.
  const budgets = { spend: () => undefined };
  void stored.saveSnapshot({ log, clock, budgets, report: reporterOf(options) });
  return { opened, stored };
}

/** Passes warnings to the host, whose mistakes must not keep the page from opening. */
function report(
  warnings: readonly MigrationWarning[],
  options: Pick<RoomOptions, 'onFailure' | 'onWarning'>,
): void {
  const reportError = reporterOf(options);
  try {
    for (const warning of warnings) reportRejection(options.onWarning?.(warning), reportError);
  } catch (error) {
    reportError(error);
  }
}
