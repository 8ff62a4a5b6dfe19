import type { RoomClient } from '@cobble/engine/collaboration';

/**
 * Whether the room lets this client only view the page, because of the account's role or because a
 * newer editor has made the page. Ops that are sent then are rejected and deleted, so they are kept for
 * later. Observable.
 */
export function mayOnlyView({
  role,
  isReadOnly,
}: Pick<RoomClient, 'role' | 'isReadOnly'>): boolean {
  return isReadOnly || role === 'viewer' || role === 'sampler';
}
