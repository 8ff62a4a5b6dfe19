import { compareVersions } from '../../migrations/pageVersion.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { PROTOCOL, ROOM_LIMITS } from '../protocol/limits.ts';
import { measureAny } from '../protocol/measureJson.ts';
import type { Lock, Presence, RoomMessage } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { checkLogResult } from './checkLogResult.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import type { OpQueue } from './OpQueue.ts';
import type { RoomLog } from './RoomLog.ts';
import type { StoredPage } from './StoredPage.ts';

/** The characters that an acknowledgement in a welcome counts as. */
const ACKNOWLEDGEMENT_CHARS = 100;
/** What a hello costs at least, ms: the log is asked about the client, and others are told. */
const HELLO_MS = 5;

/** A hello without a response yet. */
export interface WaitingHello {
  readonly client: ConnectedClient;
  readonly hello: ClientMessageOf<'hello'>;
}

/**
 * - `done`: the client was welcomed or refused
 * - `retry`: the room was closed or is reopening its log
 * - `moved`: another owner has taken the room over
 */
export type AdmissionOutcome = 'done' | 'retry' | 'moved';

/** What admitting a client needs from its room. */
export interface AdmissionContext {
  readonly log: RoomLog;
  readonly queue: OpQueue;
  readonly locks: () => readonly Lock[];
  readonly present: () => readonly Presence[];
  /** Whether the room still works on the same opened log. */
  readonly isCurrent: (stored: StoredPage) => boolean;
  /** Sends the welcome. */
  readonly send: (welcome: RoomMessage) => void;
  /** Counts time that was worked for the client's account, ms. */
  readonly spend: (ms: number) => void;
}

/**
 * Responds to a hello. Refuses clients with an unsupported protocol, a wrong account or the client
 * id of another account; welcomes all others with the page or the entries they missed, and with the
 * acknowledgements of their ops. Throws what the log throws.
 */
export async function admit(
  { client, hello }: WaitingHello,
  stored: StoredPage,
  { log, queue, locks, present, isCurrent, send, spend }: AdmissionContext,
): Promise<AdmissionOutcome> {
  if (isRefused(client, hello)) return 'done';
  const { clientId } = hello;
  const { accountId } = client.session;
  const state = checkLogResult('clientState', await log.clientState(clientId));
  if (!isCurrent(stored)) return 'retry';
  // A client that is ahead of the log has seen entries of another owner, or sends a wrong seq.
  const isAhead = (hello.lastSeq ?? 0) > stored.seq;
  if (isAhead && !checkLogResult('renew', await log.renew(stored.epoch))) return 'moved';
  queue.track(clientId, state ?? { lastMid: 0, accountId });
  // Whoever has the id has its locks.
  const isLocking = locks().some(
    (each) => each.clientId === clientId && each.accountId !== accountId,
  );
  if (queue.accountOf(clientId) !== accountId || isLocking) {
    client.refuse('client_id_taken');
    return 'done';
  }
  if (isAhead) client.noteRefusal('seq_ahead');
  const lastMid = queue.lastMid(clientId);
  // A client that gets the page takes older ops of its own as acknowledged.
  const oldestMid = Math.max(hello.lastMid, lastMid - ROOM_LIMITS.maxMissedEntries);
  const needsPage = isAhead || oldestMid > hello.lastMid;
  const entries =
    hello.lastSeq === null || needsPage ? null : await entriesSince(hello.lastSeq, stored, log);
  const own =
    lastMid > oldestMid
      ? checkLogResult('entriesOf', await log.entriesOf(clientId, oldestMid))
      : [];
  const acknowledged = own.filter(({ seq }) => seq < (entries?.[0]?.seq ?? Infinity));
  if (!isCurrent(stored)) return 'retry';
  const missedChars = charsOfAcknowledgements(own) + (entries ? charsMissed(hello, stored) : 0);
  client.charge(missedChars + (entries ? 0 : charsOfPage(hello, stored)));
  spend(HELLO_MS + missedChars / ROOM_LIMITS.missedCharsPerMs);
  const { editorVersion } = stored.records.fields.settings;
  client.clientId = clientId;
  client.isReadOnly = compareVersions(editorVersion, hello.editorVersion) > 0;
  client.isJoined = true;
  send({
    type: 'welcome',
    protocol: hello.protocol,
    role: client.role,
    readOnly: client.isReadOnly,
    epoch: stored.epoch,
    seq: stored.seq,
    lastMid: queue.lastMid(clientId),
    ...(entries ? { contentVersions: [...stored.contentVersions] } : { page: stored.page }),
    entries: [...(entries ?? [])],
    acknowledged: acknowledged.map(({ patch: _, ...acknowledgement }) => acknowledgement),
    locks: [...locks()],
    present: present().filter((each) => each.clientId !== clientId),
  });
  return 'done';
}

/** What acknowledgements count as. They may name blocks. */
function charsOfAcknowledgements(own: readonly StreamEntry[]): number {
  return own.reduce(
    (sum, { details }) => sum + ACKNOWLEDGEMENT_CHARS + measureAny(details ?? null),
    0,
  );
}

/** What the page in a welcome counts as. Without a `lastSeq`, it was counted with the hello. */
function charsOfPage({ lastSeq }: WaitingHello['hello'], stored: StoredPage): number {
  return lastSeq === null ? 0 : stored.blockCount * ROOM_LIMITS.commandCharsPerBlock;
}

/** What the entries in a welcome count as. */
function charsMissed({ lastSeq }: WaitingHello['hello'], stored: StoredPage): number {
  const chars = stored.charsAfter(lastSeq ?? 0);
  return Number.isFinite(chars) ? chars : ROOM_LIMITS.maxMissedChars;
}

/** The entries after a seq; null if they are no longer stored, or are too many or too large. */
async function entriesSince(
  seq: number,
  stored: StoredPage,
  log: RoomLog,
): Promise<readonly StreamEntry[] | null> {
  const recent = stored.after(seq);
  if (recent) return recent.map(({ entry }) => entry);
  // The page is smaller than that many entries.
  const { maxMissedEntries, maxMissedChars } = ROOM_LIMITS;
  const isTooMuch = stored.seq - seq > maxMissedEntries || stored.charsAfter(seq) > maxMissedChars;
  return isTooMuch ? null : checkLogResult('entriesAfter', await log.entriesAfter(seq));
}

/** Refuses clients with an unsupported protocol or a wrong account. Returns whether it did. */
function isRefused(client: ConnectedClient, hello: WaitingHello['hello']): boolean {
  if (hello.protocol < PROTOCOL - 1) {
    client.send({ type: 'upgrade-required', protocol: PROTOCOL });
    client.close('upgrade_required');
    return true;
  }
  if (hello.protocol > PROTOCOL) {
    client.refuse('protocol_too_new', { retryAfterMs: 60_000 });
    return true;
  }
  if (hello.authenticate.accountId !== client.session.accountId) {
    client.refuse('account_mismatch');
    return true;
  }
  return false;
}
