import type { Kit } from '../../blocks/builtinBlocks.ts';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import { type MigratedPage, migratePage } from '../../migrations/migratePage.ts';
import { compareVersions, readPageVersion } from '../../migrations/pageVersion.ts';
import { checkOutline } from '../../model/checkOutline.ts';
import { copyJson } from '../../model/copyJson.ts';
import { isRecord } from '../../model/isRecord.ts';
import type { Page } from '../../model/Page.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { applyEntries } from '../page/pagePatch.ts';
import { type KnownRemovals, Tombstones } from '../page/Tombstones.ts';
import { ROOM_CLIENT_ID, type StreamEntry } from '../protocol/streamEntry.ts';
import type { OpenedRoom } from './RoomLog.ts';
import type { StoredState } from './StoredPage.ts';

/** What a room opens. */
export interface OpenedPage {
  readonly state: StoredState;
  /**
   * The op that brings a page of an older version to the current one; it is to be stored before
   * anybody is let in. Null: the page is of this version.
   */
  readonly migration: StreamEntry | null;
}

/**
 * Makes of a snapshot and the entries after it the page as it stands. One of an older version is
 * migrated, and that is one op of the room's own, which carries the whole page: a replay of the log
 * is what the room shows, and who catches up gets it.
 *
 * @throws CobbleError what `migratePage` throws, for a page that cannot be read
 */
export function openStored(
  { epoch, snapshot, entries }: OpenedRoom,
  options: { readonly kits?: readonly Kit[]; readonly siteHosts?: readonly string[] },
): OpenedPage {
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
    // As high as the place in the stream, so that no two of a page's owners ever name the same.
    mid: seq + 1,
    status: 'applied',
    patch: { whole: { ...last.page } },
  };
  return { state, migration };
}

/**
 * The page of a snapshot, brought to the current version. A newer one is shown as it is: whose
 * editor is as new may write to it, all others look on.
 */
function readPage(
  json: unknown,
  options: Parameters<typeof openStored>[1],
): Pick<MigratedPage, 'page' | 'migrated'> {
  const isNewer = isRecord(json) && compareVersions(readPageVersion(json), EDITOR_VERSION) > 0;
  if (!isNewer) return migratePage(json, options);
  return { page: outlined(json), migrated: false };
}

/** A page of another version, as far as entries can be applied to it. */
function outlined(json: unknown): Page {
  const problem = checkOutline(json);
  if (problem) throw problem;
  return copyJson(json) as Page;
}

/** The page after entries that were made on it in its own version. */
function replayed(
  json: unknown,
  first: Pick<MigratedPage, 'page' | 'migrated'>,
  tail: readonly StreamEntry[],
  options: Parameters<typeof openStored>[1],
): Pick<MigratedPage, 'page' | 'migrated'> {
  const records = new PageRecords(first.migrated ? outlined(json) : first.page);
  applyEntries(records, tail);
  const page = records.toPage();
  return first.migrated ? migratePage(page, options) : { page, migrated: false };
}

/** Which removals are known after entries, if some were before. */
function removalsAfter(known: KnownRemovals, entries: readonly StreamEntry[]): KnownRemovals {
  const tombstones = new Tombstones(known);
  for (const { seq, patch } of entries) {
    for (const uuid of Object.keys(patch.whole?.things ?? {})) tombstones.set(uuid, undefined);
    for (const { uuid } of patch.added ?? []) tombstones.set(uuid, undefined);
    for (const uuid of patch.removedUuids ?? []) tombstones.set(uuid, seq);
  }
  return tombstones.known;
}
