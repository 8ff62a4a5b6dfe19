import type { RoomRole } from '@cobble/engine/collaboration';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { noteStorageFailure } from './storageFailures.ts';

/** A page that can be opened offline, without its content. */
export interface LocalPageHead {
  readonly siteSlug: string;
  readonly pageSlug: string;
  /** The seq of its room's stream that the page corresponds to. */
  readonly seq: number;
  /** What its account may do in the room. */
  readonly role: RoomRole;
  readonly isPublished: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly savedAtMs: number;
  /** Characters of its JSON. */
  readonly chars: number;
}

/** What the editor stores in this browser. */
export interface RoomSchema extends DBSchema {
  /**
   * The entries of the storages of room clients, by account, page, slot and key. Each tab has a slot
   * of its own: see `takeStorage`.
   */
  readonly entries: {
    key: [accountId: number, pageId: number, slot: string, key: string];
    value: unknown;
  };
  /** Which pages can be opened offline, by account and page: see `LocalPages`. */
  readonly pageHeads: { key: [accountId: number, pageId: number]; value: LocalPageHead };
  /** Those pages, as JSON. */
  readonly pages: { key: [accountId: number, pageId: number]; value: string };
}

/** An open connection to the database. */
export type OpenRoomDatabase = IDBPDatabase<RoomSchema>;

const VERSION = 1;

/**
 * The product's database in this browser (IndexedDB). It is opened when it is first used, and again
 * after the browser has closed it. Where IndexedDB is missing, blocked or broken, each use rejects.
 */
export class RoomDatabase {
  private readonly name: string;
  private readonly version: number;
  private connection: OpenRoomDatabase | null = null;
  private opening: Promise<OpenRoomDatabase> | null = null;
  private isBlocked = false;

  /** @param version tests use later ones */
  constructor(name = 'cobble', version: number = VERSION) {
    this.name = name;
    this.version = version;
  }

  /**
   * Runs `work` on the database: in the same turn if it is open, so that what is stored just before
   * the tab closes reaches the browser.
   */
  async run<Value>(work: (database: OpenRoomDatabase) => Promise<Value>): Promise<Value> {
    const { connection } = this;
    try {
      return await work(connection ?? (await this.open()));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // The browser has closed it without saying so.
      if (connection && error.name === 'InvalidStateError') this.close();
      throw noteStorageFailure(error);
    }
  }

  /** Closes the connection; the next use opens it again. */
  close(): void {
    this.connection?.close();
    this.connection = null;
  }

  private open(): Promise<OpenRoomDatabase> {
    this.opening ??= this.connect()
      .catch((error: unknown) => {
        throw noteStorageFailure(error);
      })
      .finally(() => {
        this.opening = null;
      });
    return this.opening;
  }

  private connect(): Promise<OpenRoomDatabase> {
    if (this.isBlocked) return Promise.reject(blockedError());
    return new Promise((resolve, reject) => {
      openDB<RoomSchema>(this.name, this.version, {
        upgrade: (database, oldVersion) => {
          if (oldVersion > 0) return;
          database.createObjectStore('entries');
          database.createObjectStore('pageHeads');
          database.createObjectStore('pages');
        },
        blocked: () => {
          this.isBlocked = true;
          reject(blockedError());
        },
        // Another tab has a newer version of the app.
        blocking: () => {
          this.close();
        },
        terminated: () => {
          this.connection = null;
        },
      })
        .then((connection) => {
          this.connection = connection;
          resolve(connection);
        }, reject)
        .finally(() => {
          this.isBlocked = false;
        });
    });
  }
}

function blockedError(): Error {
  return new Error('A tab with an older version of the app keeps the database open');
}
