import { equalJson } from '../../model/json.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import { isActive, withoutActivity } from '../activity.ts';
import type { Clock } from '../Clock.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { measureAny } from '../protocol/measureJson.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import type { Presence, RoomMessage } from '../protocol/roomMessages.ts';
import type { ConnectedClient } from './ConnectedClient.ts';

/** Who a client is, as others are shown. */
type Who = Pick<Presence, 'clientId' | 'accountId' | 'name' | 'here' | 'quiet'>;
/** A part of a client's presence. */
type PresencePart = Omit<Presence, keyof Who>;

/** Sends everyone in the room the message for their client id and account, or none for null. */
type SendEach = (messageFor: (clientId: string, accountId: number) => RoomMessage | null) => void;

/**
 * Who is in the room and what they are doing: merged by client and broadcast at most 20 times a
 * second. Never stored. A view goes only to those who follow it.
 */
export class RoomPresence {
  private readonly shown = new Map<string, { presence: Presence; atMs: number }>();
  /** The accounts of quiet clients by their id: only their own account is told. */
  private readonly quietAccounts = new Map<string, number>();
  private changed = new Map<string, Presence>();
  /** Clients that have left since the last broadcast, including those that have returned since. */
  private left = new Set<string>();
  private stop: (() => void) | null = null;
  /** The time until the next broadcast: longer after one that was large. */
  private delayMs: number = ROOM_TIMES.presenceIntervalMs;
  private readonly clock: Clock;
  private readonly sendEach: SendEach;

  constructor(clock: Clock, sendEach: SendEach) {
    this.clock = clock;
    this.sendEach = sendEach;
  }

  /** Receives what a client shows of itself. */
  receive(
    client: ConnectedClient,
    message: ClientMessageOf<'cursor' | 'selection' | 'update-things'>,
  ): void {
    if (message.type === 'selection') {
      this.receiveState(client, message);
      return;
    }
    const known = this.known(client.clientId);
    // A quiet client does not send these, or sent them before it became quiet.
    if (known?.quiet) return;
    const who = whoIs(client, false);
    if (message.type === 'cursor') this.update(who, { cursor: message.point });
    else if (client.mayWrite) {
      const isMoving = message.updated.length > 0 || message.offset !== undefined;
      this.update(who, { inProgress: isMoving ? message : null });
    }
  }

  private receiveState(client: ConnectedClient, message: ClientMessageOf<'selection'>): void {
    const { quiet = false, thingUuids: selection, stoppedFollowers = [] } = message;
    const who = whoIs(client, quiet);
    const { clientId } = who;
    // Others must not keep what they knew of a client that is quiet now.
    if (this.known(clientId) && quiet !== (this.known(clientId)?.quiet ?? false))
      this.leave(clientId);
    if (quiet) this.quietAccounts.set(clientId, client.session.accountId);
    const known = this.known(clientId);
    const following = this.permitted(clientId, message.following);
    const caret = quiet || !client.mayWrite ? null : message.caret;
    const view = quiet ? null : message.view;
    this.update(who, {
      ...(quiet ? {} : { selection }),
      ...this.uploadsOf(client, message.uploading),
      ...(caret || known?.caret ? { caret: caret ?? null } : {}),
      ...(view || known?.view ? { view: view ?? null } : {}),
      ...(following !== null || known?.following ? { following } : {}),
      ...(stoppedFollowers.length > 0 || known?.stoppedFollowers ? { stoppedFollowers } : {}),
    });
    for (const id of stoppedFollowers) this.endFollowing(id, clientId);
  }

  /** The client that a client wants to follow; null if that may not be followed by it. */
  private permitted(clientId: string, following: string | undefined): string | null {
    const leader = this.known(following ?? null);
    const mayFollow = leader && !leader.quiet && !leader.stoppedFollowers?.includes(clientId);
    return mayFollow && leader.clientId !== clientId ? leader.clientId : null;
  }

  private endFollowing(clientId: string, leader: string): void {
    const known = this.known(clientId);
    if (known?.following !== leader) return;
    const { accountId, name, here, quiet } = known;
    const who = { clientId, accountId, here, ...(quiet ? { quiet } : {}) };
    this.update({ ...who, ...(name === undefined ? {} : { name }) }, { following: null });
  }

  private known(clientId: string | null): Presence | undefined {
    return this.shown.get(clientId ?? '')?.presence;
  }

  /** Empty if the client is uploading nothing and others do not see it as uploading. */
  private uploadsOf(client: ConnectedClient, uploading: readonly string[] = []): PresencePart {
    const known = this.known(client.clientId)?.uploading ?? [];
    const uuids = client.mayWrite ? uploading : [];
    return uuids.length + known.length > 0 ? { uploading: [...uuids] } : {};
  }

  private update(who: Who, part: PresencePart): void {
    const { clientId } = who;
    const known = this.known(clientId);
    const presence = { ...known, ...who, ...part };
    this.shown.set(clientId, { presence, atMs: this.clock.now() });
    // The heartbeat of a client that does nothing is not news.
    if (known && !isActive(presence) && equalJson(known, presence)) return;
    this.changed.set(clientId, { ...this.changed.get(clientId), ...who, ...part });
    this.schedule();
  }

  /** Removes a client that has left. */
  leave(clientId: string): void {
    if (!this.shown.delete(clientId)) return;
    this.quietAccounts.delete(clientId);
    this.changed.delete(clientId);
    this.left.add(clientId);
    for (const follower of this.shown.keys()) this.endFollowing(follower, clientId);
    this.schedule();
  }

  /** The ids of the clients in the room; undefined if there are too many to list them all. */
  get here(): string[] | undefined {
    // The others would count as gone.
    return this.shown.size > ROOM_LIMITS.maxListedClients ? undefined : [...this.shown.keys()];
  }

  /**
   * The presence of the clients in the room, for a client of an account that joins: the smallest ones,
   * up to a limit. Of those that have sent nothing in the last 3 s, only who they are.
   */
  presentFor(accountId: number): Presence[] {
    const since = this.clock.now() - ROOM_TIMES.presenceGoneMs;
    const all = [...this.shown.values()].map(({ presence, atMs }) =>
      atMs < since ? withoutActivity(presence) : withoutView(presence),
    );
    return smallestFirst(all, ROOM_LIMITS.maxPresentChars).map(({ presence }) =>
      this.seenBy(accountId, presence),
    );
  }

  close(): void {
    this.stop?.();
    this.stop = null;
    this.shown.clear();
    this.quietAccounts.clear();
    this.changed.clear();
    this.left.clear();
  }

  private schedule(): void {
    this.stop ??= this.clock.after(this.delayMs, () => {
      this.stop = null;
      const { presenceCharsPerInterval } = ROOM_LIMITS;
      const sent = smallestFirst(this.changed.values(), presenceCharsPerInterval);
      const chars = sent.reduce((sum, each) => sum + each.chars, 0);
      const changed = sent.map(({ presence }) => presence);
      const left = [...this.left];
      for (const { clientId } of changed) this.changed.delete(clientId);
      this.left = new Set();
      const intervals = Math.max(1, Math.ceil(chars / presenceCharsPerInterval));
      this.delayMs = intervals * ROOM_TIMES.presenceIntervalMs;
      this.send(changed, left);
      if (this.changed.size > 0) this.schedule();
    });
  }

  private send(changed: readonly Presence[], left: string[]): void {
    const viewed = new Map<string, Presence>();
    for (const each of changed) if (each.view !== undefined) viewed.set(each.clientId, each);
    const forAll = changed.filter((each) => !isOnlyView(each)).map(withoutView);
    const message = { type: 'presence', changed: forAll, left } as const;
    // An object is serialized once, so all clients of an account get the same.
    const messages = new Map<number, typeof message>();
    for (const { clientId } of forAll) {
      const accountId = this.quietAccounts.get(clientId) ?? -1;
      if (accountId < 0 || messages.has(accountId)) continue;
      const seen = forAll.map((each) => this.seenBy(accountId, each));
      messages.set(accountId, { ...message, changed: seen });
    }
    const messageFor = (accountId: number): typeof message => messages.get(accountId) ?? message;
    this.sendEach((clientId, accountId) => {
      const leader = viewed.get(this.known(clientId)?.following ?? '');
      if (!leader) return forAll.length + left.length > 0 ? messageFor(accountId) : null;
      const others = messageFor(accountId).changed.filter(
        (each) => each.clientId !== leader.clientId,
      );
      return { ...message, changed: [...others, leader] };
    });
  }

  /** A client as an account sees it: of its own quiet clients, it knows that they are its own. */
  private seenBy(accountId: number, presence: Presence): Presence {
    const isOwn = accountId >= 0 && this.quietAccounts.get(presence.clientId) === accountId;
    return isOwn && presence.quiet ? { ...presence, accountId } : presence;
  }
}

/** A quiet client has neither a name nor an account for others. */
function whoIs({ clientId, session: { accountId, name } }: ConnectedClient, quiet: boolean): Who {
  const id = { clientId: clientId ?? '', here: true };
  if (quiet) return { ...id, accountId: -1, quiet };
  return { ...id, accountId, ...(name === undefined ? {} : { name }) };
}

function withoutView({ view: _, ...presence }: Presence): Presence {
  return presence;
}

/** Whether nothing but the view of a client has changed. */
function isOnlyView({ clientId, accountId, name, here, quiet, view, ...part }: Presence): boolean {
  return view !== undefined && Object.keys(part).length === 0;
}

interface MeasuredPresence {
  readonly presence: Presence;
  readonly chars: number;
}

function charsOf(presence: Presence): number {
  return Object.values(presence).reduce<number>(
    (sum, part) => sum + (typeof part === 'object' && part !== null ? charsOfPart(part) : 4),
    0,
  );
}

/** Memoized, since large parts of many clients may wait for several broadcasts; never invalidated. */
const charsOfPart = memoizeByObject((part: object) => measureAny(part));

/**
 * The smallest ones whose characters together are within a limit, or the smallest alone: large
 * selections of some clients do not delay the cursors of others.
 */
function smallestFirst(all: Iterable<Presence>, maxChars: number): readonly MeasuredPresence[] {
  const measured = [...all].map((presence) => ({ presence, chars: charsOf(presence) }));
  measured.sort((a, b) => a.chars - b.chars);
  let chars = 0;
  return measured.filter((each, index) => {
    chars += each.chars;
    return index === 0 || chars <= maxChars;
  });
}
