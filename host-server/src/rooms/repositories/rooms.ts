import {
  type AppendOutcome,
  ROOM_CLIENT_ID,
  ROOM_LIMITS,
  type RoomSnapshot,
  type StreamEntry,
} from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import { queryNumbered } from '../../database/queryNumbered.ts';

/** The blocks that are known to have been removed. */
type KnownRemovals = Pick<RoomSnapshot, 'removed' | 'horizonSeq'>;

/** An entry with its JSON texts. */
export interface EntryText {
  readonly entry: StreamEntry;
  /** Without the patch. */
  readonly acknowledgement: string;
  readonly patch: string;
  /** The ids of the blocks that the patch removes; null if there are none. */
  readonly removed: string | null;
}

/** Entries to append to the stream of a page. */
export interface EntryBatch {
  readonly pageId: number;
  readonly epoch: number;
  readonly head: number;
  readonly entries: readonly EntryText[];
}

/** A room as its new owner finds it. */
export interface TakenRoom {
  readonly epoch: number;
  readonly head: number;
  /** Null if there was no owner. */
  readonly previousOwnerQuietMs: number | null;
  /** Whether another server owned it, and has not closed it. */
  readonly isFromOther: boolean;
}

/** Another server owns the room of a page, or the room that asks does not own it any more. */
export class RoomIsElsewhere extends Error {
  constructor() {
    super('Another server owns the room');
    this.name = 'RoomIsElsewhere';
  }
}

/**
 * Makes the caller the owner of a page's room, which is created if there is none: its head is then
 * the page's newest revision, since revisions and seqs are the same numbers.
 *
 * @param transaction keeps other owners out until it ends.
 * @param serverId the caller's. Null takes the room over from whoever owns it.
 * @throws RoomIsElsewhere if another server owns the room and is running.
 */
export async function takeRoom(
  transaction: Knex,
  pageId: number,
  serverId: string | null = null,
): Promise<TakenRoom> {
  await transaction.raw(
    `INSERT INTO rooms (page_id, epoch, head) SELECT id, 0, revision FROM pages WHERE id = :pageId
     -- A revision that is being stored counts.
     FOR KEY SHARE ON CONFLICT DO NOTHING`,
    { pageId },
  );
  // A statement sees what was committed before it began: one that waited for the lock itself could miss
  // a server that has renewed its lease, or begun, meanwhile.
  await transaction('rooms').where({ page_id: pageId }).forUpdate().select('page_id');
  const { rows } = await transaction.raw<{
    rows: { epoch: string; head: string; quiet_ms: number | null; from_other: boolean }[];
  }>(
    `WITH previous AS (
       SELECT owner_seen_at, owner_server FROM rooms WHERE page_id = :pageId
     )
     UPDATE rooms SET epoch = epoch + 1, owner_seen_at = clock_timestamp(),
       owner_server = CAST(:serverId AS text)
     FROM previous WHERE page_id = :pageId AND (
       CAST(:serverId AS text) IS NULL OR previous.owner_seen_at IS NULL
       OR previous.owner_server IS NULL OR previous.owner_server = :serverId
       OR NOT EXISTS (
         SELECT FROM room_servers
         WHERE id = previous.owner_server AND alive_until > statement_timestamp()
       )
     )
     RETURNING epoch, head,
       (extract(epoch FROM clock_timestamp() - previous.owner_seen_at) * 1000)::float8 AS quiet_ms,
       previous.owner_seen_at IS NOT NULL AND previous.owner_server IS DISTINCT FROM :serverId
         AS from_other`,
    { pageId, serverId },
  );
  const [row] = rows;
  if (row === undefined) {
    if ((await findHead(transaction, pageId)) !== null) throw new RoomIsElsewhere();
    throw new Error(`There is no room of page ${String(pageId)}`);
  }
  return {
    epoch: Number(row.epoch),
    head: Number(row.head),
    isFromOther: row.from_other,
    // The clock may have been set back.
    previousOwnerQuietMs: row.quiet_ms === null ? null : Math.max(0, row.quiet_ms),
  };
}

/** Statements for this many entries at most are prepared, each for twice as many as the one before. */
const MAX_PREPARED_ENTRIES = 64;
/** The parameters before the texts of the entries. */
const LIST_PARAMETERS = 8;

/** Cache: the SQL of {@link appendEntries} for up to a number of entries. At most seven are kept. */
const preparedAppends = new Map<number, string>();

/**
 * Appends entries to several rooms in one statement, so that they share a commit. Each room gets all
 * of its entries or none. If it rejects and the database has responded, nothing is stored.
 *
 * Each connection prepares the statement once for one entry, for up to two, four and so on, so that
 * the commonest commits are neither written nor planned again each time, which takes longer than
 * storing them.
 *
 * @param batches at most one for each page, and at most 20,000 entries: Postgres accepts 65,535
 *   parameters, and each entry has three.
 * @returns an outcome for each batch, in order: `locked` if nothing is stored because a transaction
 *   works on the room, such as one that publishes the page. A deleted page's room has no owner.
 */
export async function appendEntries(
  knex: Knex,
  batches: readonly EntryBatch[],
): Promise<readonly (AppendOutcome | 'locked')[]> {
  const entries = batches.flatMap(({ pageId, entries: own }) =>
    own.map((each) => ({ pageId, ...each })),
  );
  const isPrepared = entries.length <= MAX_PREPARED_ENTRIES;
  const places = isPrepared ? 2 ** Math.ceil(Math.log2(entries.length)) : entries.length;
  const texts = (list: readonly (string | null)[]): (string | null)[] => [
    ...list,
    ...Array<null>(places - list.length).fill(null),
  ];
  const rows = await queryNumbered<{
    page_id: number;
    is_owner: boolean | null;
    is_next: boolean | null;
  }>(
    knex,
    isPrepared
      ? { name: `append-${String(places)}`, text: preparedAppend(places) }
      : { text: appendSql(places) },
    [
      batches.map(({ pageId }) => pageId),
      batches.map(({ epoch }) => epoch),
      batches.map(({ head }) => head),
      entries.map(({ pageId }) => pageId),
      entries.map(({ entry }) => entry.seq),
      entries.map(({ entry }) => entry.clientId),
      entries.map(({ entry }) => entry.mid),
      entries.map(({ entry }) => entry.accountId),
      ...texts(entries.map(({ acknowledgement }) => acknowledgement)),
      ...texts(entries.map(({ patch }) => patch)),
      ...texts(entries.map(({ removed }) => removed)),
    ],
  );
  const outcomes = new Map(rows.map((row) => [row.page_id, row]));
  return batches.map(({ pageId }) => {
    const outcome = outcomes.get(pageId);
    if (outcome?.is_owner === null) return 'locked';
    if (!outcome?.is_owner) return { ok: false, code: 'stale_epoch' };
    return outcome.is_next ? { ok: true } : { ok: false, code: 'conflict' };
  });
}

function preparedAppend(places: number): string {
  const text = preparedAppends.get(places) ?? appendSql(places);
  preparedAppends.set(places, text);
  return text;
}

/**
 * The SQL that appends up to a number of entries. Each text is a parameter of its own: in a list that
 * is one parameter, `pg` would escape each quote, which takes half a second for two million of them.
 *
 * @param places how many entries have texts; with fewer entries, the rest are NULL and of no page.
 */
function appendSql(places: number): string {
  const textsAfter = (lists: number): string => {
    const first = LIST_PARAMETERS + lists * places + 1;
    const items = Array.from({ length: places }, (_, index) => `$${String(first + index)}`);
    return `ARRAY[${items.join(', ')}]::text[]`;
  };
  return `WITH batch AS (
       SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS batch (page_id, epoch, head)
     ), entry AS (
       SELECT * FROM unnest($4::int[], $5::bigint[], $6::text[], $7::bigint[], $8::int[],
           ${textsAfter(0)}, ${textsAfter(1)}, ${textsAfter(2)})
         AS entry (page_id, seq, client_id, mid, account_id, acknowledgement, patch, removed)
     ), room AS (
       -- Others must not wait for what is done with one page.
       SELECT page_id, epoch, head FROM rooms WHERE page_id = ANY ($1::int[])
       ORDER BY page_id FOR UPDATE SKIP LOCKED
     ), checked AS (
       SELECT page_id, room.epoch = batch.epoch AS is_owner,
         room.head = batch.head AND NOT EXISTS (
           SELECT FROM entry JOIN room_clients USING (page_id, client_id)
           WHERE entry.page_id = batch.page_id AND entry.mid <= room_clients.last_mid
         ) AS is_next
       FROM batch JOIN room USING (page_id)
     ), accepted AS (
       SELECT page_id FROM checked WHERE is_owner AND is_next
     ), inserted AS (
       INSERT INTO room_entries (page_id, seq, client_id, mid, entry, patch, removed)
       SELECT page_id, seq, client_id, mid, acknowledgement, patch, removed
       FROM entry JOIN accepted USING (page_id)
     ), seen AS (
       INSERT INTO room_clients (page_id, client_id, last_mid, account_id)
       SELECT page_id, client_id, max(mid), max(account_id)
       FROM entry JOIN accepted USING (page_id) GROUP BY page_id, client_id
       ON CONFLICT (page_id, client_id)
         DO UPDATE SET last_mid = excluded.last_mid, seen_at = now()
     ), moved AS (
       UPDATE rooms SET owner_seen_at = clock_timestamp(), head =
         (SELECT max(seq) FROM entry WHERE entry.page_id = rooms.page_id)
       FROM accepted WHERE rooms.page_id = accepted.page_id
     )
     SELECT page_id, is_owner, is_next FROM checked
     UNION ALL
     SELECT page_id, NULL, NULL FROM rooms WHERE page_id = ANY ($1::int[])
       AND page_id NOT IN (SELECT page_id FROM checked)`;
}

/** A page that becomes an entry of its room's stream without the room. */
export interface WholePage {
  /** JSON. */
  readonly text: string;
  readonly accountId: number;
}

/**
 * Adds a whole page to the stream of a room, whose owner can store no more: the next room begins with this
 * page, which is stored as a snapshot and nowhere else. Call `compactRoom` once it is committed.
 *
 * @param head the seq of the newest entry that the page takes into account.
 * @returns its seq; null if the page has no room, or the room has newer entries.
 */
export async function appendWholePage(
  transaction: Knex,
  pageId: number,
  head: number,
  { text, accountId }: WholePage,
): Promise<number | null> {
  const seq = head + 1;
  const { rows } = await transaction.raw<{ rows: unknown[] }>(
    `WITH room AS (
       -- The server that owned it stays known, because it is told to close its room.
       UPDATE rooms SET epoch = epoch + 1, head = :seq WHERE page_id = :pageId AND head = :head
       RETURNING epoch, head AS seq
     ), entry AS (
       -- Clients that have missed it get the page.
       INSERT INTO room_entries (page_id, seq, client_id, mid, entry, patch)
       SELECT :pageId, :seq, :client, :seq,
         concat('{"seq":', seq, ',"epoch":', epoch, ',"clientId":', to_json(CAST(:client AS text)),
           ',"accountId":', CAST(:accountId AS int), ',"mid":', seq, ',"status":"applied"}'),
         NULL
       FROM room
     ), client AS (
       INSERT INTO room_clients (page_id, client_id, last_mid, account_id)
       SELECT :pageId, :client, :seq, :accountId FROM room
       ON CONFLICT (page_id, client_id) DO UPDATE SET last_mid = excluded.last_mid
     )
     SELECT FROM room`,
    { pageId, seq, head, accountId, client: ROOM_CLIENT_ID },
  );
  if (rows.length === 0) return null;
  const removals = await findRemovals(transaction, pageId, head);
  await insertSnapshot(transaction, pageId, { seq, page: text, removals });
  return seq;
}

/** The known removals as of the head of a room. */
async function findRemovals(knex: Knex, pageId: number, head: number): Promise<KnownRemovals> {
  const [snapshot] = await knex('room_snapshots')
    .where({ page_id: pageId })
    .orderBy('seq', 'desc')
    .limit(1)
    .select<{ seq: string; removals: string | null }[]>('seq', 'removals');
  // They are not known apart from a snapshot of an older server.
  if (!snapshot || snapshot.removals === null) return { removed: [], horizonSeq: head + 1 };
  const known = JSON.parse(snapshot.removals) as KnownRemovals;
  const later = await knex('room_entries')
    .where({ page_id: pageId })
    .where('seq', '>', snapshot.seq)
    .whereNotNull('removed')
    .orderBy('seq')
    .select<{ seq: string; removed: string }[]>('seq', 'removed');
  const removed = later.flatMap((entry) =>
    (JSON.parse(entry.removed) as string[]).map((uuid) => ({ uuid, seq: Number(entry.seq) })),
  );
  return newestRemovals({ horizonSeq: known.horizonSeq, removed: [...known.removed, ...removed] });
}

/** At most as many removals as a room remembers: those of an entry are dropped together. */
function newestRemovals({ removed, horizonSeq }: KnownRemovals): KnownRemovals {
  const newestFirst = removed.map(({ seq }) => seq).sort((a, b) => b - a);
  const lastDropped = newestFirst[ROOM_LIMITS.maxTombstones];
  if (lastDropped === undefined) return { removed, horizonSeq };
  return {
    removed: removed.filter(({ seq }) => seq > lastDropped),
    horizonSeq: Math.max(horizonSeq, lastDropped),
  };
}

/** A room and the epoch of an owner. */
export interface OwnedRoom {
  readonly pageId: number;
  readonly epoch: number;
}

/**
 * Notes that the owners of several rooms are still there.
 *
 * @returns for each, whether it is still the owner; null if a transaction works on the room, whose
 *   owner is not renewed then.
 */
export async function renewRooms(
  knex: Knex,
  rooms: readonly OwnedRoom[],
): Promise<readonly (boolean | null)[]> {
  const rows = await queryNumbered<{ page_id: number; epoch: string | null }>(
    knex,
    {
      name: 'renew-rooms',
      text: `WITH free AS (
         -- Others must not wait for what is done with one page.
         SELECT page_id FROM rooms WHERE page_id = ANY ($1::int[])
         ORDER BY page_id FOR NO KEY UPDATE SKIP LOCKED
       ), renewed AS (
         UPDATE rooms SET owner_seen_at = clock_timestamp()
         FROM free, unnest($1::int[], $2::bigint[]) AS own (page_id, epoch)
         WHERE rooms.page_id = free.page_id AND rooms.page_id = own.page_id
           AND rooms.epoch = own.epoch
           -- Its server may have closed the room at the same time.
           AND owner_seen_at IS NOT NULL
         RETURNING rooms.page_id, rooms.epoch
       )
       SELECT page_id, epoch FROM renewed
       UNION ALL
       SELECT page_id, NULL FROM rooms WHERE page_id = ANY ($1::int[])
         AND page_id NOT IN (SELECT page_id FROM free)`,
    },
    [rooms.map(({ pageId }) => pageId), rooms.map(({ epoch }) => epoch)],
  );
  const epochs = new Map(rows.map(({ page_id, epoch }) => [page_id, epoch]));
  return rooms.map(({ pageId, epoch }) => {
    const found = epochs.get(pageId);
    return found === null ? null : Number(found) === epoch;
  });
}

/**
 * Notes that an owner is still there; waits for a transaction that works on the room.
 *
 * @returns false if another owner has taken the room over.
 */
export async function renewRoom(knex: Knex, pageId: number, epoch: number): Promise<boolean> {
  const renewed = await knex('rooms')
    .where({ page_id: pageId, epoch })
    // Not after `leaveRoom`, which may run at the same time.
    .whereNotNull('owner_seen_at')
    .update({ owner_seen_at: knex.raw('clock_timestamp()') });
  return renewed > 0;
}

/** Notes that an owner has closed its room, unless another owner has taken it over. */
export async function leaveRoom(knex: Knex, pageId: number, epoch: number): Promise<void> {
  await knex('rooms').where({ page_id: pageId, epoch }).update({ owner_seen_at: null });
}

/** How many of a room's newest acknowledgements are stored, how large they are, and for how long. */
const MAX_ACKNOWLEDGEMENTS = 20_000;
const MAX_ACKNOWLEDGED_BYTES = 8_000_000;
const ACKNOWLEDGEMENT_DAYS = 30;
/** How many of the clients that have sent ops last a room knows. */
const MAX_CLIENTS = 2000;
/** The acknowledgements that a client that comes back gets at most, bytes. */
const MAX_OWN_BYTES = 2_000_000;

/**
 * Deletes what a room does not need any more: all snapshots but the newest two, the patches before
 * the older one, unless a client that comes back may need them, and old acknowledgements.
 *
 * Each bound is a scalar subquery, which Postgres calculates once. It would calculate a joined one
 * for each row, which takes minutes, while its statistics still describe a small room. The bytes of a
 * text are known without reading it, unlike its characters, which takes ten times as long.
 */
export async function compactRoom(knex: Knex, pageId: number): Promise<void> {
  await knex.raw(
    `WITH kept AS (
       SELECT min(seq) AS seq FROM (
         SELECT seq FROM room_snapshots WHERE page_id = :pageId ORDER BY seq DESC LIMIT 2
       ) AS newest
     ), missed AS (
       SELECT min(seq) AS seq FROM (
         SELECT seq, sum(octet_length(patch)) OVER (ORDER BY seq DESC) AS bytes FROM (
           SELECT seq, patch FROM room_entries WHERE page_id = :pageId
           ORDER BY seq DESC LIMIT :maxEntries
         ) AS newest
       ) AS measured WHERE bytes <= :maxBytes
     ), too_large AS (
       SELECT max(seq) AS seq FROM (
         SELECT seq, sum(octet_length(entry)) OVER (ORDER BY seq DESC) AS bytes
         FROM room_entries WHERE page_id = :pageId
       ) AS measured WHERE bytes > :maxAcknowledgedBytes
     ), dropped AS (
       DELETE FROM room_snapshots WHERE page_id = :pageId AND seq < (SELECT seq FROM kept)
     ), compacted AS (
       UPDATE room_entries SET patch = NULL
       WHERE page_id = :pageId AND patch IS NOT NULL AND seq <= (SELECT seq FROM kept)
         AND ((SELECT seq FROM missed) IS NULL OR seq < (SELECT seq FROM missed))
     ), known AS (
       DELETE FROM room_clients WHERE page_id = :pageId AND (seen_at, client_id) <= (
         SELECT seen_at, client_id FROM room_clients WHERE page_id = :pageId
         ORDER BY seen_at DESC, client_id DESC OFFSET :maxClients LIMIT 1
       )
     )
     DELETE FROM room_entries WHERE page_id = :pageId AND patch IS NULL AND (
       seq <= (SELECT head - :maxAcknowledgements FROM rooms WHERE page_id = :pageId)
       OR seq <= (SELECT seq FROM too_large)
       OR stored_at < now() - make_interval(days => :days))`,
    {
      pageId,
      maxEntries: ROOM_LIMITS.maxMissedEntries,
      maxBytes: ROOM_LIMITS.maxMissedChars,
      maxClients: MAX_CLIENTS,
      maxAcknowledgements: MAX_ACKNOWLEDGEMENTS,
      maxAcknowledgedBytes: MAX_ACKNOWLEDGED_BYTES,
      days: ACKNOWLEDGEMENT_DAYS,
    },
  );
}

/** The newest snapshot as JSON text of a `RoomSnapshot`, or null. */
export async function findNewestSnapshot(
  knex: Knex,
  pageId: number,
): Promise<{ readonly seq: number; readonly text: string } | null> {
  const [row] = await knex('room_snapshots')
    .where({ page_id: pageId })
    .orderBy('seq', 'desc')
    .limit(1)
    .select<{ seq: string; snapshot: string }[]>('seq', 'snapshot');
  return row ? { seq: Number(row.seq), text: row.snapshot } : null;
}

/** A snapshot, with its page as JSON text. */
export interface SnapshotText {
  readonly seq: number;
  readonly page: string;
  readonly removals: KnownRemovals;
}

/** Stores a snapshot if it is newer than the stored ones. */
export async function insertSnapshot(
  knex: Knex,
  pageId: number,
  { seq, page, removals: { removed, horizonSeq } }: SnapshotText,
): Promise<void> {
  await knex.raw(
    `INSERT INTO room_snapshots (page_id, seq, snapshot, removals)
     SELECT :pageId, CAST(:seq AS bigint), :text, :removals
     WHERE NOT EXISTS (SELECT FROM room_snapshots WHERE page_id = :pageId AND seq >= :seq)
     ON CONFLICT DO NOTHING`,
    {
      ...{ pageId, seq, text: snapshotText({ seq, page, removals: { removed, horizonSeq } }) },
      removals: JSON.stringify({ removed, horizonSeq }),
    },
  );
}

/** JSON of a `RoomSnapshot`. */
export function snapshotText({ seq, page, removals }: SnapshotText): string {
  const { removed, horizonSeq } = removals;
  const rest = JSON.stringify({ removed, horizonSeq }).slice(1);
  return `{"seq":${String(seq)},"page":${page},${rest}`;
}

/** The seq of the newest entry of a page's room; null if there is no room. */
export async function findHead(knex: Knex, pageId: number): Promise<number | null> {
  const [row] = await knex('rooms').where({ page_id: pageId }).select<{ head: string }[]>('head');
  return row ? Number(row.head) : null;
}

/** A stored entry as JSON texts. */
export interface StoredEntryText {
  readonly acknowledgement: string;
  /** Null if it is not stored any more. */
  readonly patch: string | null;
}

/** The stored entries after a seq, in order. */
export async function findEntriesAfter(
  knex: Knex,
  pageId: number,
  seq: number,
): Promise<readonly StoredEntryText[]> {
  return knex('room_entries')
    .where({ page_id: pageId })
    .where('seq', '>', seq)
    .orderBy('seq')
    .select<StoredEntryText[]>('entry as acknowledgement', 'patch');
}

/**
 * The acknowledgements of a client's ops after a mid, as JSON texts in order: the newest, if they are
 * large. A client takes older ones as applied.
 */
export async function findEntriesOf(
  knex: Knex,
  pageId: number,
  clientId: string,
  afterMid: number,
): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { entry: string }[] }>(
    `SELECT entry FROM (
       SELECT mid, entry, sum(octet_length(entry)) OVER (ORDER BY mid DESC) AS bytes FROM room_entries
       WHERE page_id = :pageId AND client_id = :clientId AND mid > :afterMid
     ) AS own WHERE bytes <= :maxBytes ORDER BY mid`,
    { pageId, clientId, afterMid, maxBytes: MAX_OWN_BYTES },
  );
  return rows.map(({ entry }) => entry);
}

/** A draft of a room as JSON texts: a `RoomSnapshot` and the patches of the entries after it. */
export interface DraftText {
  readonly snapshot: string;
  readonly patches: string;
}

/**
 * The draft of a room as it was at a seq; null if the room does not exist, has not got there, or
 * does not store it any more.
 */
export async function findDraft(
  knex: Knex,
  pageId: number,
  seq: number,
): Promise<DraftText | null> {
  const { rows } = await knex.raw<{
    rows: { snapshot: string; patches: string | null; missing: string }[];
  }>(
    `SELECT start.snapshot, tail.patches, :seq - start.seq - tail.count AS missing
     FROM (
       SELECT seq, snapshot FROM room_snapshots
       WHERE page_id = :pageId AND seq <= :seq ORDER BY seq DESC LIMIT 1
     ) AS start, LATERAL (
       SELECT count(patch) AS count, string_agg(patch, ',' ORDER BY seq) AS patches
       FROM room_entries WHERE page_id = :pageId AND seq > start.seq AND seq <= :seq
     ) AS tail`,
    { pageId, seq },
  );
  const [row] = rows;
  if (!row || Number(row.missing) > 0) return null;
  return { snapshot: row.snapshot, patches: `[${row.patches ?? ''}]` };
}

/**
 * A client's newest op and its account; null if it has none.
 *
 * @param epoch of whoever asks. Null, before it has opened the room, is not checked.
 * @throws RoomIsElsewhere if the room has another owner by now, or its page was replaced or deleted.
 */
export async function findRoomClient(
  knex: Knex,
  pageId: number,
  clientId: string,
  epoch: number | null,
): Promise<{ readonly lastMid: number; readonly accountId: number } | null> {
  const { rows } = await knex.raw<{
    rows: { epoch: string; last_mid: string | null; account_id: number | null }[];
  }>(
    `SELECT rooms.epoch, last_mid, account_id
     FROM rooms LEFT JOIN room_clients
       ON room_clients.page_id = rooms.page_id AND room_clients.client_id = :clientId
     WHERE rooms.page_id = :pageId`,
    { pageId, clientId },
  );
  const [row] = rows;
  if (epoch !== null && Number(row?.epoch) !== epoch) throw new RoomIsElsewhere();
  if (!row || row.last_mid === null || row.account_id === null) return null;
  return { lastMid: Number(row.last_mid), accountId: row.account_id };
}
