import { memoizeByObject } from '../../model/memoize.ts';
import type { Clock } from '../Clock.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { measureAny } from '../protocol/measureJson.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import type { Presence, RoomMessage } from '../protocol/roomMessages.ts';
import type { ConnectedClient } from './ConnectedClient.ts';

/** A part of a client's presence. */
type PresencePart = Pick<Presence, 'cursor' | 'selection' | 'uploading' | 'inProgress'>;

/**
 * Cursors, selections, uploads and gestures in progress: merged by client and broadcast at most 20
 * times a second. Never stored.
 */
export class RoomPresence {
  private readonly shown = new Map<string, { presence: Presence; atMs: number }>();
  private changed = new Map<string, Presence>();
  /** Clients that have left since the last broadcast, including those that have returned since. */
  private left = new Set<string>();
  private stop: (() => void) | null = null;
  /** The time until the next broadcast: longer after one that was large. */
  private delayMs: number = ROOM_TIMES.presenceIntervalMs;
  private readonly clock: Clock;
  private readonly broadcast: (message: RoomMessage) => void;

  constructor(clock: Clock, broadcast: (message: RoomMessage) => void) {
    this.clock = clock;
    this.broadcast = broadcast;
  }

  /** Receives a client's cursor, selection and uploads, or gesture in progress. */
  receive(
    client: ConnectedClient,
    message: ClientMessageOf<'cursor' | 'selection' | 'update-things'>,
  ): void {
    const { accountId, name } = client.session;
    const clientId = client.clientId ?? '';
    const who = { clientId, accountId, ...(name === undefined ? {} : { name }) };
    switch (message.type) {
      case 'cursor':
        this.update(who, { cursor: message.point });
        break;
      case 'selection':
        this.update(who, {
          selection: message.thingUuids,
          ...this.uploadsOf(client, message.uploading),
        });
        break;
      case 'update-things': {
        const isMoving = message.updated.length > 0 || message.offset !== undefined;
        if (client.mayWrite) this.update(who, { inProgress: isMoving ? message : null });
      }
    }
  }

  /** Empty if the client is uploading nothing and others do not see it as uploading. */
  private uploadsOf(client: ConnectedClient, uploading: readonly string[] = []): PresencePart {
    const known = this.shown.get(client.clientId ?? '')?.presence.uploading ?? [];
    const uuids = client.mayWrite ? uploading : [];
    return uuids.length + known.length > 0 ? { uploading: [...uuids] } : {};
  }

  private update(who: Pick<Presence, 'clientId' | 'accountId' | 'name'>, part: PresencePart): void {
    const known = this.shown.get(who.clientId)?.presence;
    this.shown.set(who.clientId, {
      presence: { ...known, ...who, ...part },
      atMs: this.clock.now(),
    });
    this.changed.set(who.clientId, { ...this.changed.get(who.clientId), ...who, ...part });
    this.schedule();
  }

  /** Removes a client that has left. */
  leave(clientId: string): void {
    if (!this.shown.delete(clientId)) return;
    this.changed.delete(clientId);
    this.left.add(clientId);
    this.schedule();
  }

  /**
   * The presence of the clients that have sent any in the last 3 s, for a client that joins: the
   * smallest ones, up to a limit.
   */
  get present(): Presence[] {
    const since = this.clock.now() - ROOM_TIMES.presenceGoneMs;
    for (const [clientId, { atMs }] of this.shown) if (atMs < since) this.leave(clientId);
    const all = [...this.shown.values()].map(({ presence }) => presence);
    return smallestFirst(all, ROOM_LIMITS.maxPresentChars).map(({ presence }) => presence);
  }

  close(): void {
    this.stop?.();
    this.stop = null;
    this.shown.clear();
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
      this.broadcast({ type: 'presence', changed, left });
      if (this.changed.size > 0) this.schedule();
    });
  }
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
