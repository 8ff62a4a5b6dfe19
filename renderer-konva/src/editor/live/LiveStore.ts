import type { Editor } from '@cobble/engine';
import type {
  Clock,
  PublishEvent,
  RejectedOp,
  RoomClient,
  RoomRole,
} from '@cobble/engine/collaboration';
import { observable, runInAction } from 'mobx';
import type { Translate } from '../messages/Translate.ts';
import type { Notify } from '../services/Notify.ts';
import { describeRejections, isExplained } from './describeRejections.ts';
import type { SaveState } from './SaveState.ts';
import { Sustained } from './Sustained.ts';
import { isLost, type RoomMoment, waitForRoom } from './waitForRoom.ts';

/** Options of {@link LiveStore}. */
export interface LiveOptions {
  readonly editor: Editor;
  readonly t: Translate;
  readonly notify: Notify;
  /** Whether the user has work that is not committed or not stored yet. Observable. */
  readonly hasWorkInProgress: () => boolean;
  /** Whether a text that was typed in a block is offered to the user. */
  readonly isTextOffered: (uuid: string) => boolean;
  /** The page was published, by anyone. */
  readonly onPublished: (event: PublishEvent) => void;
  /** Default: the browser's. */
  readonly clock?: Clock;
}

/** How long a state lasts before the user sees it, ms. */
const SHOWN_AFTER_MS = { saving: 400, offline: 2000, failing: 2000, notKept: 2000 };
/** Rejections within this time are reported together, ms. */
const REJECTIONS_MS = 500;

const browserClock: Clock = {
  now: Date.now,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** The page's room, if it has one: where the user's changes are, and what the room reports. */
export class LiveStore {
  private readonly current = observable.box<RoomClient | null>(null, { deep: false });
  /** Whether the page was edited after the room's client was closed. */
  private readonly wasEditedSinceClose = observable.box(false);
  private readonly isSavingLong: Sustained;
  private readonly isOfflineLong: Sustained;
  private readonly isFailingLong: Sustained;
  private readonly isNotKeptLong: Sustained;
  private readonly options: LiveOptions;
  private readonly clock: Clock;
  private readonly stopChanges: () => void;
  private stopEvents = (): void => undefined;
  private rejected: RejectedOp[] = [];
  private cancelReport: (() => void) | null = null;

  constructor(options: LiveOptions) {
    this.options = options;
    this.clock = options.clock ?? browserClock;
    const sustained = (condition: () => boolean, forMs: number) =>
      new Sustained(condition, forMs, this.clock);
    this.isSavingLong = sustained(() => this.isBusy, SHOWN_AFTER_MS.saving);
    this.isOfflineLong = sustained(() => !this.isLive, SHOWN_AFTER_MS.offline);
    this.isFailingLong = sustained(() => this.isAtRisk, SHOWN_AFTER_MS.failing);
    this.isNotKeptLong = sustained(() => !this.keepsChanges, SHOWN_AFTER_MS.notKept);
    this.stopChanges = options.editor.onChange((_, origin) => {
      if (origin !== 'remote' && this.room?.status === 'closed')
        runInAction(() => {
          this.wasEditedSinceClose.set(true);
        });
    });
  }

  /** Null if the page is not shared. Observable. */
  get room(): RoomClient | null {
    return this.current.get();
  }

  setRoom(room: RoomClient | null): void {
    if (room === this.room) return;
    this.stopEvents();
    this.reportRejections();
    runInAction(() => {
      this.current.set(room);
      // The next client of the editor shares what was edited in between.
      this.wasEditedSinceClose.set(false);
    });
    const stop = room?.listen({
      onRejected: (op) => {
        this.noteRejected(op);
      },
      onPublished: this.options.onPublished,
    });
    this.stopEvents = stop ?? (() => undefined);
  }

  /** What the user is told about their changes; null without a room. Observable. */
  get state(): SaveState | null {
    const { room } = this;
    if (!room) return null;
    if (this.isFailingLong.value) return 'failing';
    if (room.status === 'upgrade_required' || room.isReadOnly) return 'outdated';
    if (room.status === 'refused') return 'refused';
    if (this.isOffline) return 'offline';
    if (this.isSavingLong.value) return 'saving';
    if (room.seq === null) return 'connecting';
    if (!mayWrite(room.role)) return 'readOnly';
    return this.isNotKeptLong.value ? 'notKept' : 'saved';
  }

  /** How many of the user's changes the room has not acknowledged. Observable. */
  get pendingCount(): number {
    return this.room?.pendingCount ?? 0;
  }

  /** Whether this device stores changes that the room has not acknowledged. Observable. */
  get keepsChanges(): boolean {
    return this.room?.storageStatus !== 'failing';
  }

  /** Whether the room is joined and connected. Observable. */
  get isLive(): boolean {
    return this.room?.status === 'live';
  }

  /** Whether the connection has been lost for longer than a short break. Observable. */
  get isOffline(): boolean {
    return this.isOfflineLong.value;
  }

  /** Whether the room cannot be joined again without a reload. Observable. */
  get isLost(): boolean {
    return this.room !== null && isLost(this.room);
  }

  /**
   * Whether changes are durable nowhere but in this tab: neither in the room nor on this device.
   * False without a room. Observable.
   */
  get isAtRisk(): boolean {
    const { room } = this;
    if (!room) return false;
    if (room.status === 'closed' && this.wasEditedSinceClose.get()) return true;
    if (room.storageStatus === 'working') return false;
    return room.pendingCount > 0 || this.options.hasWorkInProgress();
  }

  /** Waits until the room has all of the user's changes; null if it cannot be reached now. */
  async wait(): Promise<RoomMoment | null> {
    const { room } = this;
    if (!room || this.isOffline || (!this.isLive && hasNoNetwork())) return null;
    room.flush();
    return waitForRoom(room, this.options.editor, this.clock);
  }

  /** Connects to the room without waiting for the next attempt. */
  reconnect(): void {
    if (!this.isLost && !this.isLive) this.room?.reconnect();
  }

  dispose(): void {
    this.stopEvents();
    this.stopChanges();
    this.reportRejections();
    const { isSavingLong, isOfflineLong, isFailingLong, isNotKeptLong } = this;
    for (const each of [isSavingLong, isOfflineLong, isFailingLong, isNotKeptLong]) each.dispose();
  }

  private get isBusy(): boolean {
    if (!this.room) return false;
    return this.room.pendingCount > 0 || this.options.hasWorkInProgress();
  }

  private noteRejected(op: RejectedOp): void {
    if (isExplained(op, this.options.isTextOffered)) return;
    this.rejected.push(op);
    this.cancelReport ??= this.clock.after(REJECTIONS_MS, () => {
      this.reportRejections();
    });
  }

  private reportRejections(): void {
    this.cancelReport?.();
    this.cancelReport = null;
    const ops = this.rejected.splice(0);
    const { t, notify } = this.options;
    if (ops.length > 0) notify(describeRejections(t, ops), { kind: 'error', durationMs: 7000 });
  }
}

/** Whether the browser knows that it has no network. Other environments do not say. */
function hasNoNetwork(): boolean {
  const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
  return navigator?.onLine === false;
}

/** Whether a role may write; null: it is not known yet. */
function mayWrite(role: RoomRole | null): boolean {
  return role === null || role === 'owner' || role === 'editor';
}
