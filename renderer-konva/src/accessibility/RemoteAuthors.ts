import type { RoomClient } from '@cobble/engine/collaboration';

/** Tells by whom the remote changes are that are announced together. */
export class RemoteAuthors {
  /**
   * Null without entries of others: this tab's own changes were taken back, for example with the
   * user's role.
   */
  private areByUser: boolean | null = null;
  private readonly room: RoomClient | null;

  /** @param room null: someone else makes all remote changes */
  constructor(room: RoomClient | null) {
    this.room = room;
  }

  /** Whether all since `begin` are by the user's other tabs and devices. */
  get isUser(): boolean {
    return this.areByUser === true;
  }

  /** Called with the first remote change of an announcement, before the entries that it is part of. */
  begin(): void {
    this.areByUser = null;
  }

  /** Listens for entries. Returns a function that stops it. */
  follow(): () => void {
    const { room } = this;
    const stop = room?.listen({
      onEntry: ({ clientId, accountId }) => {
        if (clientId === room.clientId) return;
        const isByUser = accountId >= 0 && accountId === room.accountId;
        this.areByUser = this.areByUser !== false && isByUser;
      },
    });
    return stop ?? (() => undefined);
  }
}
