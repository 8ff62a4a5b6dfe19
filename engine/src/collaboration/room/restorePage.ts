import type { Kit } from '../../blocks/builtinBlocks.ts';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import { type MigratedPage, migratePage } from '../../migrations/migratePage.ts';
import { compareVersions, readPageVersion } from '../../migrations/pageVersion.ts';
import { checkOutline } from '../../parsing/checkOutline.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import { copyJson, isRecord } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { applyEntries } from '../page/pagePatch.ts';
import { type KnownRemovals, Tombstones } from '../page/Tombstones.ts';
import { ROOM_CLIENT_ID, type StreamEntry } from '../protocol/streamEntry.ts';
import { reporterOf } from './reporterOf.ts';
import type { OpenedRoom } from './RoomLog.ts';
import type { RoomOptions } from './RoomOptions.ts';
import { StoredPage, type StoredState } from './StoredPage.ts';

/** A page restored from the log. */
export interface RestoredPage {
  readonly state: StoredState;
  /**
   * The entry that migrates the page; store it before admitting clients. Null if the page needs no
   * migration or is of a newer version.
   */
  readonly migration: StreamEntry | null;
}

/**
 * Restores the page from a snapshot and the entries after it. The migration of an older version is
 * an op of the room itself that carries the whole page, so that replaying the log gives the page
 * that the room shows.
 *
 * @throws CobbleError if the page is unreadable
 */
export function restorePage(
  { epoch, snapshot, entries }: OpenedRoom,
  options: { readonly kits?: readonly Kit[]; readonly siteHosts?: readonly string[] },
): RestoredPage {
  const wholeAt = entries.findLastIndex(({ patch }) => patch.whole !== undefined);
  const json = entries[wholeAt]?.patch.whole ?? snapshot.page;
  const tail = entries.slice(wholeAt + 1);
  const seq = entries.at(-1)?.seq ?? snapshot.seq;
  const first = readPage(json, options);
  const last = tail.length === 0 ? first : replayed(json, first, tail, options);
  const removals = removalsAfter(snapshot, entries);
  const state = { epoch, seq, page: last.page, removals, entries, snapshotSeq: snapshot.seq };
  if (!last.migrated) return { state, migration: null };
  const migration: StreamEntry = {
    seq: seq + 1,
    epoch,
    clientId: ROOM_CLIENT_ID,
    accountId: -1,
    // Equal to the seq, so that no two owners of the page use the same mid.
    mid: seq + 1,
    status: 'applied',
    patch: { whole: { ...last.page } },
  };
  return { state, migration };
}

/** Migrates a page to the current version. A newer page is kept; older editors may only view it. */
function readPage(
  json: unknown,
  options: Parameters<typeof restorePage>[1],
): Pick<MigratedPage, 'page' | 'migrated'> {
  const isNewer = isRecord(json) && compareVersions(readPageVersion(json), EDITOR_VERSION) > 0;
  if (!isNewer) return migratePage(json, options);
  return { page: outlined(json), migrated: false };
}

/** A page of another version, validated just enough to apply entries to it. */
function outlined(json: unknown): Page {
  const problem = checkOutline(json);
  if (problem) throw problem;
  return copyJson(json) as Page;
}

/** The page after entries of its own version, migrated if `first` was. */
function replayed(
  json: unknown,
  first: Pick<MigratedPage, 'page' | 'migrated'>,
  tail: readonly StreamEntry[],
  options: Parameters<typeof restorePage>[1],
): Pick<MigratedPage, 'page' | 'migrated'> {
  const records = new PageRecords(first.migrated ? outlined(json) : first.page);
  applyEntries(records, tail);
  const page = records.toPage();
  return first.migrated ? migratePage(page, options) : { page, migrated: false };
}

/** The known removals after entries. */
function removalsAfter(known: KnownRemovals, entries: readonly StreamEntry[]): KnownRemovals {
  const tombstones = new Tombstones(known);
  for (const { seq, patch } of entries) {
    for (const uuid of Object.keys(patch.whole?.things ?? {})) tombstones.set(uuid, undefined);
    for (const { uuid } of patch.added ?? []) tombstones.set(uuid, undefined);
    for (const uuid of patch.removedUuids ?? []) tombstones.set(uuid, seq);
  }
  return tombstones.known;
}

/** A stored page, opened by its new owner. */
export interface OpenedPage {
  readonly stored: StoredPage;
  readonly opened: OpenedRoom;
}

/**
 * Takes over a page in its log, and stores its migration if it is of an older version. Throws what
 * the log throws, and a `CobbleError` if the page is unreadable or the log has changed meanwhile.
 *
 * @returns `moved` if another owner has taken the page over meanwhile
 */
export async function openPage(
  options: Pick<RoomOptions, 'log' | 'kits' | 'siteHosts' | 'onFailure'>,
  restore: typeof restorePage,
  maxTombstones: number,
): Promise<OpenedPage | 'moved'> {
  const { log } = options;
  const opened = await log.open();
  const { state, migration } = restore(opened, options);
  const stored = new StoredPage(state, maxTombstones);
  if (!migration) return { opened, stored };
  const { epoch, seq } = stored;
  const outcome = await log.append({ epoch, head: seq, entries: [migration] });
  if (!outcome.ok && outcome.code === 'stale_epoch') return 'moved';
  if (!outcome.ok)
    throw new CobbleError('room_log_conflict', 'the log has changed in the meantime');
  stored.addRestored([migration]);
  void stored.saveSnapshot(log, reporterOf(options));
  return { opened, stored };
}
