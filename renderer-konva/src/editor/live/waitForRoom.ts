import type { Editor, Page } from '@cobble/engine';
import type { Clock, RoomClient } from '@cobble/engine/collaboration';
import { when } from 'mobx';

/** The page at a moment when the room had all of the user's changes. */
export interface RoomMoment {
  readonly page: Page;
  /** The room's seq at that moment. */
  readonly seq: number;
}

/** How long the room is waited for, ms. */
const TIMEOUT_MS = 10_000;

/**
 * Waits until the room has acknowledged all of the user's changes. Changes that are made meanwhile
 * are waited for, too.
 *
 * @returns null if the connection does not come back in time, or the room does not admit the user
 */
export function waitForRoom(
  room: RoomClient,
  editor: Editor,
  clock: Clock,
): Promise<RoomMoment | null> {
  return new Promise((resolve) => {
    const cancel = clock.after(TIMEOUT_MS, () => {
      stop();
      resolve(null);
    });
    const stop = when(
      () => isLost(room) || (room.status === 'live' && room.pendingCount === 0),
      () => {
        cancel();
        // At once: in a promise's callback, the page may be another one.
        const { seq } = room;
        resolve(isLost(room) || seq === null ? null : { page: editor.stablePage, seq });
      },
    );
  });
}

/** Whether the connection does not come back by itself. Observable. */
export function isLost({ status }: RoomClient): boolean {
  return status === 'closed' || status === 'refused' || status === 'upgrade_required';
}
