/**
 * Why an op was rejected. None of it was applied, except with `content_version_differs`: the rest of
 * such an op is applied if it has an effect.
 */
export type OpRejection =
  /**
   * It has no effect because blocks it refers to were removed, or it adds a block that was removed
   * or whose parent was.
   */
  | 'gone'
  | 'block_locked'
  /** It adds blocks and is older than the removals that the room remembers. */
  | 'too_old'
  /** Someone else holds the lock on a block. */
  | 'locked_by_other'
  /**
   * The lock under which a text was edited was lost, and someone else may have written to the
   * block; or it was edited without a lock, and someone else has changed it.
   */
  | 'lock_lost'
  /**
   * It writes content of a kit's block of which the room has another version: the room has migrated
   * the block since, or its kit is older.
   */
  | 'content_version_differs'
  | 'things_per_page_limit_exceeded'
  /** The page, or one of its blocks, would contain more than its owner's plan includes. */
  | 'page_size_limit_exceeded'
  | 'cannot_delete_last_section'
  /** It adds a block that already exists. */
  | 'block_exists'
  | 'invalid_block'
  | 'invalid_page'
  /** A group would contain itself. */
  | 'cycle'
  | 'not_permitted'
  /** Deciding on it takes too long. */
  | 'too_complex'
  | 'malformed';

/**
 * Why an op was not applied, as `onRejected` reports it: the room's decision, or the reason why the
 * client did not send it. A room of a newer version may have further codes, so have a default.
 */
export type RejectionCode =
  | OpRejection
  /** It has more than 8,000,000 characters (`ROOM_LIMITS.maxOpChars`) or too many values. */
  | 'too_large'
  /** The page was made by a newer editor than this one. */
  | 'read_only';

/** Why a room refused a message; not part of the stream. */
export type RoomErrorCode =
  | 'hello_first'
  | 'not_permitted'
  | 'account_mismatch'
  | 'client_id_taken'
  | 'read_only'
  | 'rate_limited'
  | 'too_large'
  | 'protocol_too_new';

/** Why a lock was refused. */
export type LockRefusal =
  'locked_by_other' | 'locks_recovering' | 'too_many_locks' | 'unknown_block' | 'not_permitted';

/** Why a room closed a connection, or its host did not open one. */
export type CloseReason =
  | 'too_slow'
  | 'malformed_messages'
  | 'room_failed'
  | 'room_moved'
  | 'room_closed'
  | 'upgrade_required'
  /**
   * The host will refuse every connection, such as to a page that no longer exists, or after the
   * session has ended. The client connects again only when `reconnect` is called.
   */
  | 'refused';

/** A role in a room. A sampler edits locally and shares nothing. */
export type RoomRole = 'owner' | 'editor' | 'sampler' | 'viewer';

/** Whether a role may write to the page. */
export function mayWrite(role: RoomRole): boolean {
  return role === 'owner' || role === 'editor';
}
