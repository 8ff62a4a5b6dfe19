import type { RoomClient } from '@cobble/engine/collaboration';
import { reaction } from 'mobx';
import { z } from 'zod';
import { browserStorage, LocalValue, type LocalStorage } from '../../stores/LocalValue.ts';

const valueOf = (accountId: number, storage: LocalStorage | null): LocalValue<boolean> =>
  new LocalValue(keyOf(accountId), z.boolean(), storage);

const keyOf = (accountId: number): string => `cobble.quiet.${String(accountId)}`;

/** Whether an account has chosen quiet mode in this browser; false by default. */
export function wasQuiet(accountId: number, storage = browserStorage()): boolean {
  return valueOf(accountId, storage).read() ?? false;
}

/**
 * Stores whether a client is in quiet mode, for the account's next pages and tabs in this browser.
 * Those that are open follow at once: otherwise, one of them would go on showing the name [PR18].
 *
 * Returns a function that stops it.
 */
export function rememberQuiet(
  client: { readonly people: Pick<RoomClient['people'], 'isQuiet' | 'setQuiet'> },
  accountId: number,
  storage = browserStorage(),
): () => void {
  const stored = valueOf(accountId, storage);
  const { people } = client;
  const stop = reaction(
    () => people.isQuiet,
    (isQuiet) => {
      stored.write(isQuiet);
    },
  );
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== keyOf(accountId)) return;
    const isQuiet = stored.read() ?? false;
    if (isQuiet !== people.isQuiet) people.setQuiet(isQuiet);
  };
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}
