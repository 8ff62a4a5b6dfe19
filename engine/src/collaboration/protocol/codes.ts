/** Why an op was rejected, in the stream; nothing of it was applied. */
export type OpRejection =
  /** All that it was about had been removed, or what it puts blocks into had. */
  | 'gone'
  | 'block_locked'
  /** It adds blocks, and was made before so much was removed that nobody knows what by now. */
  | 'too_old'
  /** Someone else is editing what it is about. */
  | 'locked_by_other'
  /** The lock under which a text was edited was lost, and someone has written to the text since. */
  | 'lock_lost'
  | 'things_per_page_limit_exceeded'
  | 'cannot_delete_last_section'
  /** A block that exists, or existed and was not restored, was added. */
  | 'block_exists'
  | 'invalid_block'
  | 'invalid_page'
  /** A group would lie in itself. */
  | 'cycle'
  | 'not_permitted'
  | 'malformed';

/** Why a room did not do what a message asked; outside of the stream. */
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

/** Why a room closed a connection. */
export type CloseReason =
  'too_slow' | 'room_failed' | 'room_moved' | 'room_closed' | 'upgrade_required';

/** What someone may do in a room; a sampler tries things out alone. */
export type RoomRole = 'owner' | 'editor' | 'sampler' | 'viewer';

/** Whether a role may write to the page. */
export function mayWrite(role: RoomRole): boolean {
  return role === 'owner' || role === 'editor';
}
