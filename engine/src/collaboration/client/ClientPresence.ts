import { computed, makeObservable, observable, runInAction } from 'mobx';
import { deepFreeze } from '../../model/json.ts';
import type { Box, Point } from '../../model/Position.ts';
import { withoutActivity } from '../activity.ts';
import type { Clock } from '../Clock.ts';
import {
  caretSchema,
  type ClientMessage,
  type ClientMessageOf,
  cursorSchema,
  viewSchema,
} from '../protocol/clientMessages.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import type { Presence, RoomMessageOf } from '../protocol/roomMessages.ts';
import type { Timers } from '../Timers.ts';

/** How often the presence is sent again: while others are shown something, and otherwise. */
const ACTIVE_HEARTBEAT_MS = 1000;
const IDLE_HEARTBEAT_MS = 10_000;

/** Where a client edits a text: positions in its document, uncommitted edits included. */
export type Caret = NonNullable<Presence['caret']>;

type Part = 'cursor' | 'selection';

/** The connection to the room. */
interface PresenceConnection {
  /** Whether the room has welcomed the client. Everything is sent when it does. */
  readonly isWelcomed: () => boolean;
  readonly send: (message: ClientMessage) => void;
}

/**
 * Sends this client's presence, and keeps that of the others. None of it is stored. What a peer does
 * ends when nothing has arrived from it for 3 s; the peer itself stays until it leaves the room,
 * unless the room is an older one, which does not report that.
 */
export class ClientPresence {
  /** The other clients by client id. Observable; applications see this type, but none of MobX. */
  readonly peers: Map<string, Presence> = observable.map(undefined, { deep: false });
  /** Whether others are shown neither the name nor what this client does. Observable. */
  isQuiet: boolean;
  /** The client whose view this one follows. Observable. */
  following: string | null = null;
  /** The clients that may not follow this one, the newest last. Observable. */
  readonly stoppedFollowers: Set<string> = observable.set();
  private readonly receivedMs = new Map<string, number>();
  private stopExpiry: (() => void) | null = null;
  private cursor: Point | null = null;
  private selection: readonly string[] = [];
  private uploading: readonly string[] = [];
  private caret: Caret | null = null;
  private view: Box | null = null;
  /** What has changed since it was last sent. */
  private readonly unsent = new Set<Part>();
  private readonly clock: Clock;
  private readonly timers: Timers;
  private readonly clientId: () => string;
  private readonly connection: PresenceConnection;

  constructor(
    clock: Clock,
    timers: Timers,
    clientId: () => string,
    connection: PresenceConnection,
    isQuiet: boolean,
  ) {
    this.clock = clock;
    this.timers = timers;
    this.clientId = clientId;
    this.connection = connection;
    this.isQuiet = isQuiet;
    makeObservable(this, { isQuiet: observable, following: observable, followers: computed });
  }

  /** The clients that follow this one. Observable. */
  get followers(): readonly string[] {
    return [...this.peers.values()].flatMap(({ clientId, following }) =>
      following === this.clientId() && !this.stoppedFollowers.has(clientId) ? [clientId] : [],
    );
  }

  /** @param point in page space; null when the pointer is not over the page */
  setCursor(point: Point | null): void {
    // The room would count a point that is too far away as malformed, again and again.
    const cursor = cursorSchema.shape.point.safeParse(point).data ?? null;
    if (cursor === null && this.cursor === null) return;
    this.cursor = cursor;
    this.sendSoon('cursor');
  }

  setSelection(thingUuids: readonly string[]): void {
    this.selection = thingUuids;
    this.sendSoon('selection');
  }

  /** @param thingUuids blocks whose files this client is uploading */
  setUploading(thingUuids: readonly string[]): void {
    this.uploading = thingUuids;
    this.sendSoon('selection');
  }

  /** @param caret one that a room would not accept counts as null */
  setCaret(caret: Caret | null): void {
    this.caret = caretSchema.safeParse(caret).data ?? null;
    this.sendSoon('selection');
  }

  /** @param view one that a room would not accept counts as null */
  setView(view: Box | null): void {
    this.view = viewSchema.safeParse(view).data ?? null;
    if (this.followers.length > 0) this.sendSoon('selection');
  }

  /** Shows the others neither the name nor what this client does from now on, or shows it again. */
  setQuiet(isQuiet: boolean): void {
    if (isQuiet === this.isQuiet) return;
    runInAction(() => (this.isQuiet = isQuiet));
    this.send();
  }

  /** Whether a client's view can be followed. */
  mayFollow(clientId: string): boolean {
    const peer = this.peers.get(clientId);
    return peer !== undefined && !peer.quiet && !peer.stoppedFollowers?.includes(this.clientId());
  }

  /** @param clientId that of a peer that may be followed; null to stop following */
  follow(clientId: string | null): void {
    if (clientId === this.following) return;
    runInAction(() => (this.following = clientId));
    this.sendSoon('selection');
  }

  /** Stops a client that follows this one, or lets it follow again. */
  setStopped(clientId: string, isStopped: boolean): void {
    runInAction(() => {
      this.stoppedFollowers.delete(clientId);
      if (isStopped) this.stoppedFollowers.add(clientId);
    });
    this.sendSoon('selection');
  }

  /** The blocks whose files others are uploading. Observable. */
  get uploadsOfOthers(): ReadonlySet<string> {
    return new Set([...this.peers.values()].flatMap(({ uploading = [] }) => uploading));
  }

  /** Sends everything now, and again as long as the client is connected. */
  send(): void {
    this.unsent.add('cursor').add('selection');
    this.sendUnsent();
  }

  /** Replaces all peers with those in the room's welcome. */
  reset(present: readonly Presence[]): void {
    this.clear();
    this.receive({ changed: [...present], left: [] });
  }

  receive({ changed, left }: Pick<RoomMessageOf<'presence'>, 'changed' | 'left'>): void {
    const followersBefore = new Set(this.followers);
    runInAction(() => {
      // A client in both has left and returned, with nothing of its earlier presence.
      for (const clientId of left) this.remove(clientId);
      for (const presence of changed) {
        const { clientId } = presence;
        if (clientId === this.clientId()) continue;
        this.peers.set(clientId, deepFreeze({ ...this.peers.get(clientId), ...presence }));
        this.receivedMs.set(clientId, this.clock.now());
      }
      this.endFollowing();
    });
    // The view is only sent while someone follows it.
    if (this.followers.some((clientId) => !followersBefore.has(clientId)))
      this.sendSoon('selection');
    this.scheduleExpiry();
  }

  /**
   * Removes the peers that have left and do nothing.
   *
   * @param here the ids of the clients that are in the room; undefined from an older room
   */
  keepOnly(here: readonly string[] | undefined): void {
    if (!here) return;
    const listed = new Set(here);
    runInAction(() => {
      for (const clientId of [...this.peers.keys()])
        if (!listed.has(clientId) && !this.receivedMs.has(clientId)) this.remove(clientId);
      this.endFollowing();
    });
  }

  clear(): void {
    this.stopExpiry?.();
    this.stopExpiry = null;
    this.receivedMs.clear();
    runInAction(() => {
      this.peers.clear();
      this.following = null;
    });
  }

  private sendSoon(part: Part): void {
    if (!this.connection.isWelcomed()) return;
    this.unsent.add(part);
    this.timers.once('presence', ROOM_TIMES.presenceIntervalMs, () => this.sendUnsent());
  }

  private sendUnsent(): void {
    const { connection } = this;
    if (!connection.isWelcomed()) return;
    this.timers.stop('presence');
    // First whether the client is quiet: from a quiet one, the room accepts no cursor.
    if (this.unsent.has('selection')) connection.send(this.state());
    if (this.unsent.has('cursor') && !this.isQuiet)
      connection.send({ type: 'cursor', point: this.cursor });
    this.unsent.clear();
    const delayMs = this.isActive ? ACTIVE_HEARTBEAT_MS : IDLE_HEARTBEAT_MS;
    this.timers.restart('heartbeat', delayMs, () => this.send());
  }

  /** Whether others are shown anything that would end without a heartbeat. */
  private get isActive(): boolean {
    const { cursor, selection, uploading, caret, isQuiet } = this;
    const isShown = Boolean(cursor ?? caret) || selection.length > 0 || this.followers.length > 0;
    return uploading.length > 0 || (isShown && !isQuiet);
  }

  private state(): ClientMessageOf<'selection'> {
    const { uploading, following, isQuiet, caret, view } = this;
    const stopped = [...this.stoppedFollowers].slice(-ROOM_LIMITS.maxStoppedFollowers);
    const hasFollowers = this.followers.length > 0;
    return {
      type: 'selection',
      thingUuids: isQuiet ? [] : [...this.selection],
      ...(uploading.length > 0 ? { uploading: [...uploading] } : {}),
      ...(caret && !isQuiet ? { caret } : {}),
      ...(view && hasFollowers && !isQuiet ? { view } : {}),
      ...(following === null ? {} : { following }),
      ...(stopped.length > 0 ? { stoppedFollowers: stopped } : {}),
      ...(isQuiet ? { quiet: true } : {}),
    };
  }

  /** Stops following a client that has left or may not be followed any more. */
  private endFollowing(): void {
    if (this.following !== null && !this.mayFollow(this.following)) this.follow(null);
  }

  private remove(clientId: string): void {
    this.peers.delete(clientId);
    this.receivedMs.delete(clientId);
  }

  private scheduleExpiry(): void {
    if (this.stopExpiry || this.receivedMs.size === 0) return;
    const oldestMs = Math.min(...this.receivedMs.values());
    const delayMs = Math.max(1, oldestMs + ROOM_TIMES.presenceGoneMs - this.clock.now());
    this.stopExpiry = this.clock.after(delayMs, () => {
      this.stopExpiry = null;
      this.expire(this.clock.now() - ROOM_TIMES.presenceGoneMs);
      this.scheduleExpiry();
    });
  }

  /** Ends what peers do from which nothing has arrived since. */
  private expire(sinceMs: number): void {
    runInAction(() => {
      for (const [clientId, atMs] of this.receivedMs) {
        if (atMs > sinceMs) continue;
        const peer = this.peers.get(clientId);
        if (peer?.here) {
          this.receivedMs.delete(clientId);
          this.peers.set(clientId, deepFreeze(withoutActivity(peer)));
        } else this.remove(clientId);
      }
      this.endFollowing();
    });
  }
}
