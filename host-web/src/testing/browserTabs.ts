import 'fake-indexeddb/auto';
import { RoomDatabase } from '../device/RoomDatabase.ts';
import type { SlotLocks } from '../editor/room/SlotLocks.ts';
import type { LocalStorage } from '../stores/LocalValue.ts';

/** A tab of a browser, as far as rooms use it. */
export interface BrowserTab {
  readonly database: RoomDatabase;
  readonly locks: SlotLocks;
  /** A busy machine may be slow, but its database works. */
  readonly databaseMs: number;
  /** Its `sessionStorage`. */
  readonly tab: LocalStorage & { readonly values: ReadonlyMap<string, string> };
  /** Closes the tab: its locks end. */
  readonly close: () => void;
}

let browsers = 0;

/** A browser with an empty database. Returns a function that opens a tab. */
export function createBrowser({ isReliable = true } = {}) {
  browsers += 1;
  const name = `browser-${browsers}`;
  const held = new Set<string>();
  /** @param values what the tab's `sessionStorage` holds, as after a reload */
  return (values?: ReadonlyMap<string, string>): BrowserTab => {
    const own = new Set<string>();
    const session = new Map(values);
    const database = new RoomDatabase(name);
    return {
      database,
      databaseMs: 600_000,
      locks: {
        isReliable,
        take: (slot) => {
          if (held.has(slot)) return Promise.resolve(null);
          held.add(slot);
          own.add(slot);
          return Promise.resolve(() => {
            held.delete(slot);
          });
        },
      },
      tab: {
        values: session,
        getItem: (key) => session.get(key) ?? null,
        setItem: (key, value) => void session.set(key, value),
        removeItem: (key) => void session.delete(key),
      },
      close: () => {
        database.close();
        for (const slot of own) held.delete(slot);
      },
    };
  };
}
