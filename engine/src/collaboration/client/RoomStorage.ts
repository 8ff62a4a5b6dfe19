/**
 * Where a client keeps what must outlive its tab, for one page and one client (IndexedDB in the
 * product). Two tabs never share one: the host gives a tab the storage of one that is gone, or a
 * fresh one. Values are plain JSON. Calls may fail; then what is kept lives as long as the tab.
 */
export interface RoomStorage {
  readonly entries: () => Promise<readonly (readonly [key: string, value: unknown])[]>;
  readonly put: (key: string, value: unknown) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
}

/** A storage that forgets with the tab. */
export function createMemoryStorage(): RoomStorage {
  const kept = new Map<string, unknown>();
  return {
    entries: () => Promise.resolve([...kept]),
    put: (key, value) => {
      kept.set(key, structuredClone(value));
      return Promise.resolve();
    },
    delete: (key) => {
      kept.delete(key);
      return Promise.resolve();
    },
  };
}
