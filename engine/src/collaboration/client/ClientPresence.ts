import { observable, runInAction } from 'mobx';
import { deepFreeze } from '../../model/json.ts';
import type { Point } from '../../model/Position.ts';
import type { Clock } from '../Clock.ts';
import { type ClientMessage, cursorSchema } from '../protocol/clientMessages.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { Presence, RoomMessageOf } from '../protocol/roomMessages.ts';
import type { Timers } from '../Timers.ts';

/** How often the cursor, the selection and the uploads are sent again while they do not change. */
const HEARTBEAT_MS = 1000;

/**
 * Sends this client's cursor, selection and uploads, and shows those of the others. None of it is
 * stored; a peer that sends nothing for 3 s disappears.
 */
export class ClientPresence {
  /** The other clients by client id. Observable. */
  readonly peers = observable.map<string, Presence>(undefined, { deep: false });
  private readonly receivedMs = new Map<string, number>();
  private stopExpiry: (() => void) | null = null;
  private cursor: Point | null = null;
  private selection: readonly string[] = [];
  private uploading: readonly string[] = [];
  private readonly clock: Clock;
  private readonly timers: Timers;
  private readonly clientId: () => string;
  private readonly sendMessage: (message: ClientMessage) => void;

  constructor(
    clock: Clock,
    timers: Timers,
    clientId: () => string,
    send: (message: ClientMessage) => void,
  ) {
    this.clock = clock;
    this.timers = timers;
    this.clientId = clientId;
    this.sendMessage = send;
  }

  /** @param point in page space; null when the pointer is not over the page */
  setCursor(point: Point | null): void {
    // The room would count a point that is too far away as malformed, again and again.
    this.cursor = cursorSchema.shape.point.safeParse(point).data ?? null;
    this.sendSoon();
  }

  setSelection(thingUuids: readonly string[]): void {
    this.selection = thingUuids;
    this.sendSoon();
  }

  /** @param thingUuids blocks whose files this client is uploading */
  setUploading(thingUuids: readonly string[]): void {
    this.uploading = thingUuids;
    this.sendSoon();
  }

  /** The blocks whose files others are uploading. Observable. */
  get uploadsOfOthers(): ReadonlySet<string> {
    return new Set([...this.peers.values()].flatMap(({ uploading = [] }) => uploading));
  }

  /** Sends cursor, selection and uploads now, and repeats them while there is something to show. */
  send(): void {
    const { cursor, selection, uploading } = this;
    this.sendMessage({ type: 'cursor', point: cursor });
    this.sendMessage({
      type: 'selection',
      thingUuids: [...selection],
      ...(uploading.length > 0 ? { uploading: [...uploading] } : {}),
    });
    this.timers.stop('heartbeat');
    if (cursor || selection.length + uploading.length > 0)
      this.timers.once('heartbeat', HEARTBEAT_MS, () => this.send());
  }

  /** Replaces all peers with those in the room's welcome. */
  reset(present: readonly Presence[]): void {
    this.clear();
    this.receive({ changed: [...present], left: [] });
  }

  receive({ changed, left }: Pick<RoomMessageOf<'presence'>, 'changed' | 'left'>): void {
    runInAction(() => {
      // A client in both has left and returned, with nothing of its earlier presence.
      for (const clientId of left) this.remove(clientId);
      for (const presence of changed) {
        const { clientId } = presence;
        if (clientId === this.clientId()) continue;
        this.peers.set(clientId, deepFreeze({ ...this.peers.get(clientId), ...presence }));
        this.receivedMs.set(clientId, this.clock.now());
      }
    });
    this.scheduleExpiry();
  }

  clear(): void {
    this.stopExpiry?.();
    this.stopExpiry = null;
    runInAction(() => this.peers.clear());
    this.receivedMs.clear();
  }

  private sendSoon(): void {
    this.timers.once('presence', ROOM_TIMES.presenceIntervalMs, () => this.send());
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
      const expiredMs = this.clock.now() - ROOM_TIMES.presenceGoneMs;
      runInAction(() => {
        for (const [clientId, atMs] of this.receivedMs)
          if (atMs <= expiredMs) this.remove(clientId);
      });
      this.scheduleExpiry();
    });
  }
}
