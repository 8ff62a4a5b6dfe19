import { observable, runInAction } from 'mobx';
import type { Clock } from '../Clock.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { Presence, RoomMessageOf } from '../protocol/roomMessages.ts';

/** What others are just doing, by client; observable. What is silent for 3 s is gone. */
export class PeerBoard {
  readonly peers = observable.map<string, Presence>(undefined, { deep: false });
  private readonly heardMs = new Map<string, number>();
  private stop: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly clientId: () => string;

  constructor(clock: Clock, clientId: () => string) {
    this.clock = clock;
    this.clientId = clientId;
  }

  /** Starts with those that are there. */
  welcome(present: readonly Presence[]): void {
    this.clear();
    this.tell({ type: 'presence', changed: [...present], left: [] });
  }

  tell({ changed, left }: RoomMessageOf<'presence'>): void {
    runInAction(() => {
      for (const presence of changed) {
        const { clientId } = presence;
        if (clientId === this.clientId()) continue;
        this.peers.set(clientId, { ...this.peers.get(clientId), ...presence });
        this.heardMs.set(clientId, this.clock.now());
      }
      for (const clientId of left) this.forget(clientId);
    });
    this.schedule();
  }

  clear(): void {
    this.stop?.();
    this.stop = null;
    runInAction(() => this.peers.clear());
    this.heardMs.clear();
  }

  private forget(clientId: string): void {
    this.peers.delete(clientId);
    this.heardMs.delete(clientId);
  }

  private schedule(): void {
    if (this.stop || this.heardMs.size === 0) return;
    const oldest = Math.min(...this.heardMs.values());
    const delayMs = Math.max(1, oldest + ROOM_TIMES.presenceGoneMs - this.clock.now());
    this.stop = this.clock.after(delayMs, () => {
      this.stop = null;
      const since = this.clock.now() - ROOM_TIMES.presenceGoneMs;
      runInAction(() => {
        for (const [clientId, atMs] of this.heardMs) if (atMs <= since) this.forget(clientId);
      });
      this.schedule();
    });
  }
}
