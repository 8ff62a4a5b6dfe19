import type { Kit } from '../../blocks/builtinBlocks.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { Clock } from '../Clock.ts';
import type { RejectionCode } from '../protocol/codes.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { StorageStatus } from './ClientStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';
import type { RoomStorage } from './RoomStorage.ts';

/** Options of `createRoomClient`. */
export interface RoomClientOptions {
  readonly transport: RoomTransport;
  readonly storage: RoomStorage;
  readonly clock: Clock;
  /** Returns a number in [0, 1); spreads reconnects over time. */
  readonly random: () => number;
  /** Creates a unique id: the client's when the storage has none, and ids of lost texts. */
  readonly createId: () => string;
  /** The signed-in account, which the room checks against the session; -1 for a visitor. */
  readonly accountId: number;
  /**
   * The editor to share, whose previous client must be closed. Its first client also shares what was
   * edited since it was created or last loaded a page. Without an editor, only stored ops and changes
   * passed to `commit` are sent.
   */
  readonly editor?: Editor<Kit> | undefined;
  /**
   * The seq of the stream that the editor's page corresponds to (a draft's seq), as it was created or
   * loaded: what was edited since does not count. If null, blocks added before the first welcome count
   * as added at the start of the stream.
   */
  readonly baseSeq?: number | null | undefined;
  /** Used without an editor. With one, the editor's kits apply, even after they change. */
  readonly kits?: readonly Kit[] | undefined;
  /** The block limit of the owner's plan; null for no limit. Used without an editor, like `kits`. */
  readonly maxBlocks?: number | null | undefined;
  /** Whether the client begins in quiet mode, see `people.isQuiet`. Default: false. */
  readonly isQuiet?: boolean | undefined;
  /**
   * Reports an error that the client recovers from: a listener or the transport threw or rejected,
   * the storage failed, or it is not the one in which the editor's last client has left edits.
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/**
 * - `connecting`: at the start and after each disconnect
 * - `live`: joined; the stream is flowing
 * - `upgrade_required`: the room speaks a newer protocol, or has sent a page that is invalid here;
 *   pending ops are kept
 * - `refused`: the room or its host does not admit this client; it connects again only when
 *   `reconnect` is called
 * - `closed`: `close` was called
 */
export type RoomClientStatus = 'connecting' | 'live' | 'upgrade_required' | 'refused' | 'closed';

/**
 * An op of this client that was not applied, or of which the content of some blocks was not written
 * (`content_version_differs`), although the rest of it may have been applied.
 */
export interface RejectedOp {
  /** 0 if the op was rejected here before it was numbered. */
  readonly mid: number;
  readonly code: RejectionCode;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly intents: readonly unknown[];
}

/** What `onPublished` reports. */
export interface PublishEvent {
  readonly seq: number;
  readonly accountId: number;
  /** The publisher's display name, for 'Page published by ___'. */
  readonly name: string | null;
}

/** Event listeners of a room client. */
export interface RoomClientEvents {
  /** Called for each entry of the stream, in order. */
  readonly onEntry?: ((entry: StreamEntry) => void) | undefined;
  readonly onRejected?: ((op: RejectedOp) => void) | undefined;
  readonly onPublished?: ((event: PublishEvent) => void) | undefined;
  /** The storage has failed, or works again. Hosts show a warning while it fails. */
  readonly onStorageStatus?: ((status: StorageStatus) => void) | undefined;
}
