import type { RoomClient } from '@cobble/engine/collaboration';

/**
 * Whether the room has admitted a client only to view its page, because of its account's role, or
 * because a newer editor has made the page. The room rejects its ops, and they are then deleted from
 * the storage: only the tab that shows the page can tell the user about that. Observable.
 */
export function mayOnlyView({
  role,
  isReadOnly,
}: Pick<RoomClient, 'role' | 'isReadOnly'>): boolean {
  return isReadOnly || role === 'viewer' || role === 'sampler';
}
