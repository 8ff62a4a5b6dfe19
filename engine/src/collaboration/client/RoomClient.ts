import type { Kit } from '../../blocks/builtinBlocks.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { Change } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import type { Point } from '../../model/Position.ts';
import type { Clock } from '../Clock.ts';
import type { RoomRole } from '../protocol/codes.ts';
import type { Lock, Presence } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { LostText } from './lostTextsOf.ts';
import type { RoomStorage } from './RoomStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';

/**
 * How a client stands with its room: `connecting` at first and after each break, `live` when the
 * stream flows, `upgrade_required` when the room speaks a newer protocol (the queue is kept),
 * `refused` when it does not let the client in, `closed` when the client has left.
 */
export type RoomClientStatus = 'connecting' | 'live' | 'upgrade_required' | 'refused' | 'closed';

/** An op of this client that the room did not apply. */
export interface RejectedOp {
  readonly mid: number;
  /** An `OpRejection`, or why it could not even be sent. */
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** What it was made of. */
  readonly intents: readonly unknown[];
}

/** Somebody has published the page. */
export interface PublishedNews {
  readonly seq: number;
  readonly accountId: number;
  /** For 'Page published by ___'. */
  readonly name: string | null;
}

/** Options of `createRoomClient`. */
export interface RoomClientOptions {
  readonly transport: RoomTransport;
  readonly storage: RoomStorage;
  readonly clock: Clock;
  /** A number from 0 up to, and not including, 1; spreads reconnects. */
  readonly random: () => number;
  /** A fresh id for the client, when the storage holds none. */
  readonly createId: () => string;
  /** Who is signed in here; checked by the room against the session. -1 is nobody. */
  readonly accountId: number;
  /** The editor whose edits are shared; without one the client only sends what is kept. */
  readonly editor?: Editor;
  /**
   * Where in the room's stream the editor's page stands (a draft's seq). Null: nowhere known; then
   * what is added before the room has welcomed the client counts as made at the very beginning.
   */
  readonly baseSeq?: number | null;
  readonly kits?: readonly Kit[];
  /** The most blocks that the owner's plan allows; null is unlimited. */
  readonly maxBlocks?: number | null;
}

/** What listeners of a client are told. */
export interface RoomClientEvents {
  /** An op was answered, in the order of the stream. */
  readonly onEntry?: (entry: StreamEntry) => void;
  readonly onRejected?: (op: RejectedOp) => void;
  readonly onPublished?: (news: PublishedNews) => void;
}

/** A page shared with others, from one tab's side. All properties are MobX-observable. */
export interface RoomClient {
  readonly status: RoomClientStatus;
  readonly role: RoomRole | null;
  /** The page was made by a newer editor: it may be looked at. */
  readonly isReadOnly: boolean;
  /** Ops that the room has not answered for. */
  readonly pendingCount: number;
  /** The newest entry of the stream here; null before the first welcome. */
  readonly seq: number | null;
  readonly clientId: string | null;
  /** What others are doing, by client. */
  readonly peers: ReadonlyMap<string, Presence>;
  /** Which blocks others are editing. */
  readonly locksOfOthers: ReadonlyMap<string, Lock>;
  /** Texts that did not get into the page, to be taken or dismissed. */
  readonly lostTexts: readonly LostText[];
  dismissLostText: (id: string) => void;

  /** The shown page; null before there is one. */
  readonly page: Page | null;
  /** Shares a change of the shown page that was not made through the editor. */
  commit: (change: Change) => void;

  /** Wants locks until they are released; renewed by itself. */
  acquireLocks: (thingUuids: Iterable<string>) => void;
  releaseLocks: (thingUuids: Iterable<string>) => void;
  /** Whether the client holds a lock now, by its own clock. */
  holdsLock: (thingUuid: string) => boolean;

  /** Where the pointer is, in page space; null when it is not over the page. */
  sendCursor: (point: Point | null) => void;

  listen: (events: RoomClientEvents) => () => void;
  /** Sends all that waits at once, as a page that is being hidden must. */
  flush: () => void;
  /** Leaves the room; what waits stays in the storage. */
  close: () => void;
}
