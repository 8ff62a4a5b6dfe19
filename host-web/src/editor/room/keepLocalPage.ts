import type { RoomClient } from '@cobble/engine/collaboration';
import { reaction } from 'mobx';
import type { LocalPage, LocalPages } from '../../device/LocalPages.ts';

/** Options of {@link keepLocalPage}. */
export interface KeepLocalPageOptions {
  readonly client: Pick<RoomClient, 'seq' | 'role' | 'confirmedPage'>;
  readonly pages: Pick<LocalPages, 'save'>;
  /** Returns the rest of what is kept. */
  readonly describe: () => Omit<LocalPage, 'page' | 'seq' | 'role'>;
  /** Called with what the database rejects: the page cannot be opened offline as it is now. */
  readonly onFailure?: (error: unknown) => void;
}

/** A large page takes 50 ms to save. */
const INTERVAL_MS = 5000;

/**
 * Keeps the page of a room client for opening it offline: soon after each change while the tab is
 * idle, at most once in 5 s, and at once when the tab is hidden [LR9].
 *
 * Returns a function that stops it, after keeping the newest changes. Call it before closing the
 * client.
 */
export function keepLocalPage(options: KeepLocalPageOptions): () => void {
  const { client, pages, describe, onFailure = () => undefined } = options;
  let savedSeq: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const save = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const { role, seq } = client;
    if (role === null || seq === null || seq === savedSeq) return;
    const confirmed = client.confirmedPage;
    if (!confirmed) return;
    savedSeq = confirmed.seq;
    pages.save({ ...describe(), ...confirmed, role }).catch((error: unknown) => {
      savedSeq = null;
      onFailure(error);
    });
  };
  const saveWhenIdle = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(save, { timeout: INTERVAL_MS });
    else save();
  };
  const stopReaction = reaction(
    () => client.seq,
    () => {
      timer ??= setTimeout(saveWhenIdle, INTERVAL_MS);
    },
    { fireImmediately: true },
  );
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') save();
  };
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    save();
    stopReaction();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
