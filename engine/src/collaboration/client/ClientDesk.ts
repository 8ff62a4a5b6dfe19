import type { Change } from '../../model/Change.ts';
import type { ResolveContext } from '../intents/resolveIntents.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { Timers } from '../Timers.ts';
import type { ClientParts } from './ClientParts.ts';
import { ClientState } from './ClientState.ts';
import type { EditorBinding } from './EditorBinding.ts';
import { OwnDeeds } from './OwnDeeds.ts';
import type { OpQueue } from './OpQueue.ts';
import type { RoomClientEvents, RoomClientOptions } from './RoomClient.ts';
import type { SharedPage } from './SharedPage.ts';

/**
 * What the parts of a client's machine work on: what it shows of itself, the ops on their way, the
 * page with them on top, and the editor that shows it.
 */
export class ClientDesk {
  readonly options: RoomClientOptions;
  readonly state = new ClientState();
  readonly timers: Timers;
  readonly listeners = new Set<RoomClientEvents>();
  /** What one's own ops are to do. */
  readonly deeds = new OwnDeeds((committed, done) => this.binding?.amend(committed, done));
  /** Null until the storage was read. */
  queue: OpQueue | null = null;
  /** Null until there is a page: the editor's, or the one that the room shows. */
  shared: SharedPage | null = null;
  /** Null without an editor. */
  binding: EditorBinding | null = null;
  /** Says something to the room; it is let drop while nobody listens there. */
  readonly send: (message: ClientMessage) => void;
  private readonly parts: ClientParts;
  private readonly isHeldByOther: (uuid: string) => boolean;

  constructor(
    options: RoomClientOptions,
    parts: ClientParts,
    room: {
      readonly send: (message: ClientMessage) => void;
      readonly isHeldByOther: (uuid: string) => boolean;
    },
  ) {
    this.options = options;
    this.parts = parts;
    this.timers = new Timers(options.clock);
    this.send = room.send;
    this.isHeldByOther = room.isHeldByOther;
    if (options.editor)
      this.shared = parts.createShared(options.editor.stablePage, () => this.context());
  }

  get clientId(): string | null {
    return this.queue?.clientId ?? null;
  }

  get seq(): number | null {
    return this.state.now.seq;
  }

  /** Begins with the room's page, as there was none. */
  takeFirst(page: Parameters<ClientParts['createShared']>[0], queue: OpQueue): void {
    this.shared = this.parts.createShared(page, () => this.context());
    this.shared.receive([], queue.pending);
  }

  /** Whether entries are missing between what is there and what comes. */
  isGap(headSeq: number, firstSeq: number): boolean {
    return this.parts.isGap(headSeq, firstSeq);
  }

  /** Takes entries in below what is pending, and shows what comes of it. */
  rebase(entries: readonly StreamEntry[]): void {
    const { queue, shared } = this;
    if (!queue || !shared) return;
    const change = shared.receive(entries, queue.pending, ({ clientId, mid }, done) => {
      if (clientId === queue.clientId) this.deeds.done(mid, done);
    });
    this.enter(change);
  }

  /** Shows in the editor what has changed in the page. */
  enter(change: Change): void {
    this.binding?.enter(change);
  }

  /** Shows how many ops wait and which texts are kept. */
  showQueue(): void {
    this.state.set({
      pendingCount: this.queue?.pending.length ?? 0,
      lostTexts: this.queue?.lostTexts ?? [],
    });
  }

  tell(each: (events: RoomClientEvents) => void): void {
    for (const events of [...this.listeners]) each(events);
  }

  private context(): ResolveContext {
    const { kits, maxBlocks } = this.options;
    return {
      kits: kits ?? [],
      maxBlocks: maxBlocks ?? null,
      role: this.state.now.role ?? 'owner',
      // What is too late is the room's to say.
      baseSeq: Infinity,
      isHeldByOther: this.isHeldByOther,
      // The editor undoes what was done here, and nothing else.
      deeds: {
        added: (uuid) => this.shared?.records.blocks.get(uuid) ?? null,
        hasRemoved: () => true,
      },
    };
  }
}
