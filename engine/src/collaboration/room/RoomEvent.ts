import { reportRejection } from '../../model/promises.ts';
import type { LockRefusal, RoomErrorCode } from '../protocol/codes.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';

/**
 * Why a room did not do what a message asked for:
 *
 * - a code that its sender was told
 * - `malformed`: the message is not one of the protocol, and was ignored
 * - `dropped`: a cursor, selection or drag in progress beyond the rate limits
 * - `ops_missing`: ops before it have not arrived, so its sender was asked for them
 * - `seq_ahead`: a hello that names a seq which the room does not have; its sender gets the page
 */
export type MessageRefusal = RoomErrorCode | 'malformed' | 'dropped' | 'ops_missing' | 'seq_ahead';

/** A stored op, and how long its sender waited for the decision. */
export interface StoredOp extends Pick<StreamEntry, 'accountId' | 'status' | 'code'> {
  /** From the arrival of the op, or its last part, until it was stored and sent to everyone, ms. */
  readonly waitedMs: number;
}

/** What has happened in a room, for a host's metrics and log. It contains nothing of the page. */
export type RoomEvent =
  | {
      /** The room has opened its log and owns the page. */
      readonly type: 'opened';
      /** The number of this owner. */
      readonly epoch: number;
      readonly seq: number;
      readonly blocks: number;
      /** How long ago another owner was seen that has not closed the room, ms; null if none was. */
      readonly previousOwnerQuietMs: number | null;
      /** See `stored`. */
      readonly memory: number;
    }
  | {
      /** The room has stored ops in one batch, rejected ones included. */
      readonly type: 'stored';
      readonly ops: readonly StoredOp[];
      /** How long the log took, ms. */
      readonly storingMs: number;
      /**
       * The memory that the room takes now, roughly, as characters of two to five bytes: of its
       * page, and of what it keeps for returning clients and for undos. Waiting ops are limited
       * separately.
       */
      readonly memory: number;
    }
  | {
      /** The room has refused a message. */
      readonly type: 'refused';
      readonly accountId: number;
      readonly code: MessageRefusal;
    }
  | {
      /** The room has refused locks. */
      readonly type: 'locks-refused';
      readonly accountId: number;
      readonly code: LockRefusal;
      readonly count: number;
    };

/** A host's `onEvent` as it may be: async by mistake. */
type OnEvent = ((event: RoomEvent) => unknown) | undefined;

/**
 * Passes events to the host, whose mistakes must not stop the room. Null without a listener, so that
 * no event is created for nobody.
 *
 * @param report must not throw
 */
export function emitterOf(
  { onEvent }: { readonly onEvent?: OnEvent },
  report: (error: unknown) => void,
): ((event: RoomEvent) => void) | null {
  if (!onEvent) return null;
  return (event) => {
    try {
      reportRejection(onEvent(event), report);
    } catch (error) {
      report(error);
    }
  };
}
