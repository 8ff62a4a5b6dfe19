import { compareVersions } from '../../migrations/pageVersion.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { PROTOCOL } from '../protocol/limits.ts';
import type { Lock, Presence } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { ClientTable } from './ClientTable.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import type { RoomLog } from './RoomLog.ts';
import type { StoredPage } from './StoredPage.ts';

/** Someone who has said hello. */
export interface WaitingHello {
  readonly client: ConnectedClient;
  readonly hello: ClientMessageOf<'hello'>;
}

/**
 * What became of a hello: `answered`, be it with a refusal; to be answered `again`, as the log was
 * opened anew meanwhile; or it showed that the room is another owner's by now (`moved`).
 */
export type AdmissionOutcome = 'answered' | 'again' | 'moved';

/** What those who come in are told of the room. */
export interface AdmissionContext {
  readonly log: RoomLog;
  readonly known: ClientTable;
  readonly locks: () => readonly Lock[];
  readonly present: () => readonly Presence[];
  /** Whether the room still stands on what it stood on when the hello was taken up. */
  readonly isCurrent: (stored: StoredPage) => boolean;
}

/**
 * Answers a hello: who speaks another protocol, or claims to be somebody else, stays outside; all
 * others get the page or what they have missed of it, and the fate of their ops. Throws what the
 * log throws.
 */
export async function admit(
  { client, hello }: WaitingHello,
  stored: StoredPage,
  { log, known, locks, present, isCurrent }: AdmissionContext,
): Promise<AdmissionOutcome> {
  if (isTurnedAway(client, hello)) return 'answered';
  const { clientId } = hello;
  const { accountId } = client.session;
  const state = (await log.clientState(clientId)) ?? { lastMid: 0, accountId };
  if (!isCurrent(stored)) return 'again';
  // Who has seen more than there is has seen it of another owner, or makes it up.
  const isAhead = (hello.lastSeq ?? 0) > stored.seq;
  if (isAhead && !(await log.renew(stored.epoch))) return 'moved';
  known.learn(clientId, state);
  if (known.accountOf(clientId) !== accountId) {
    client.refuse('client_id_taken');
    return 'answered';
  }
  const entries =
    hello.lastSeq === null || isAhead ? null : await entriesSince(hello.lastSeq, stored, log);
  const hasFates = known.lastMid(clientId) > hello.lastMid;
  const all = hasFates ? await log.entriesOf(clientId, hello.lastMid) : [];
  const fates = all.filter(({ seq }) => seq < (entries?.[0]?.seq ?? Infinity));
  if (!isCurrent(stored)) return 'again';
  const { editorVersion } = stored.records.fields.settings;
  client.clientId = clientId;
  client.isReadOnly = compareVersions(editorVersion, hello.editorVersion) > 0;
  client.isJoined = true;
  client.send({
    type: 'welcome',
    protocol: hello.protocol,
    role: client.role,
    readOnly: client.isReadOnly,
    epoch: stored.epoch,
    seq: stored.seq,
    lastMid: known.lastMid(clientId),
    ...(entries ? {} : { page: stored.page }),
    entries: [...(entries ?? [])],
    acknowledged: fates.map(({ patch: _, ...fate }) => fate),
    locks: [...locks()],
    present: present().filter((each) => each.clientId !== clientId),
  });
  return 'answered';
}

/** Null when they are no longer kept. */
async function entriesSince(
  seq: number,
  stored: StoredPage,
  log: RoomLog,
): Promise<readonly StreamEntry[] | null> {
  return stored.after(seq) ?? (await log.entriesAfter(seq));
}

/** Whether somebody is not let in, and is told why. */
function isTurnedAway(client: ConnectedClient, hello: WaitingHello['hello']): boolean {
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
