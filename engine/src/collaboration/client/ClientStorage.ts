import { observable, runInAction } from 'mobx';
import { inputError } from '../../model/inputError.ts';
import type { Clock } from '../Clock.ts';
import type { RoomStorage } from './RoomStorage.ts';

/**
 * Whether a client's storage works. While it is `failing`, what is not stored lives only as long as
 * the tab; the client tries again.
 */
export type StorageStatus = 'working' | 'failing';

/** What a storage holds. */
export type StoredEntries = Awaited<ReturnType<RoomStorage['entries']>>;

/** A call that has taken this long has failed, as far as the user is concerned. */
const TIMEOUT_MS = 3000;
/** The delays between attempts to read the storage before the client starts without it. */
const READ_RETRIES_MS = [100, 500];
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** The storages of clients that are not closed. */
const inUse = new WeakSet<RoomStorage>();

/** Whether a client that is not closed uses this storage. A second client would reuse its mids. */
export function isInUse(storage: RoomStorage): boolean {
  return inUse.has(storage);
}

/** The value that a key should have; null to delete it. */
type Write = { readonly value: unknown } | null;

/**
 * A client's storage, which may throw, reject or never respond. Keeps in memory what is not stored,
 * tries again with growing delays, and reports whether it works. Of several values of one key, only
 * the newest is written.
 *
 * A storage that could not be read may hold ops of an earlier tab. Nothing is written to it before it
 * is known to hold none, because that would overwrite them.
 */
export class ClientStorage {
  private readonly state = observable.box<StorageStatus>('working');
  private readonly unwritten = new Map<string, Write>();
  private readonly writing = new Set<string>();
  private isReadable = false;
  private isClosed = false;
  private retryMs = MIN_RETRY_MS;
  private stopRetry: (() => void) | null = null;
  private readonly storage: RoomStorage;
  private readonly clock: Clock;
  private readonly onStatus: (status: StorageStatus, error: unknown) => void;

  /** @param onStatus called when the status changes, with the error if it is now `failing` */
  constructor(
    storage: RoomStorage,
    clock: Clock,
    onStatus: (status: StorageStatus, error: unknown) => void,
  ) {
    this.storage = storage;
    this.clock = clock;
    this.onStatus = onStatus;
    inUse.add(storage);
  }

  /** Observable. */
  get status(): StorageStatus {
    return this.state.get();
  }

  /** Reads all entries; none if that fails repeatedly. */
  async read(): Promise<StoredEntries> {
    const startMs = this.clock.now();
    for (const delayMs of [...READ_RETRIES_MS, 0]) {
      const read = await this.attempt(() => this.readEntries());
      if (read) {
        this.isReadable = true;
        this.writeAll();
        this.succeeded();
        return read.value;
      }
      if (this.clock.now() - startMs >= TIMEOUT_MS) break;
      await new Promise<void>((resolve) => void this.clock.after(delayMs, resolve));
    }
    this.retrySoon();
    return [];
  }

  /** Stores a value. Resolves with false if that has failed and will be retried. */
  async put(key: string, value: unknown): Promise<boolean> {
    this.unwritten.set(key, { value });
    await this.write(key);
    return !this.unwritten.has(key);
  }

  /** Deletes a value. Resolves with false if that has failed and will be retried. */
  async delete(key: string): Promise<boolean> {
    this.unwritten.set(key, null);
    await this.write(key);
    return !this.unwritten.has(key);
  }

  /** The values that are not stored yet, with their keys. */
  get unstored(): StoredEntries {
    return [...this.unwritten].flatMap(([key, write]) => (write ? [[key, write.value]] : []));
  }

  /** Makes a last attempt to store what is not stored. */
  close(): void {
    // When this client is closed a second time, another one may be using the storage.
    if (!this.isClosed) inUse.delete(this.storage);
    this.isClosed = true;
    this.stopRetry?.();
    this.writeAll();
  }

  private writeAll(): void {
    for (const key of [...this.unwritten.keys()]) void this.write(key);
  }

  private async write(key: string): Promise<void> {
    const wanted = this.unwritten.get(key);
    if (wanted === undefined || this.writing.has(key) || !this.isReadable) return;
    this.writing.add(key);
    const { storage } = this;
    const written = await this.attempt(() =>
      wanted ? storage.put(key, wanted.value) : storage.delete(key),
    );
    this.writing.delete(key);
    if (this.unwritten.get(key) !== wanted) await this.write(key);
    else if (written) {
      this.unwritten.delete(key);
      this.succeeded();
    } else this.retrySoon();
  }

  /** @throws CobbleError `input_invalid` unless the storage returns a list; skips malformed entries */
  private async readEntries(): Promise<StoredEntries> {
    const entries: unknown = await this.storage.entries();
    if (!Array.isArray(entries))
      throw inputError('options.storage.entries', 'must resolve to a list of keys and values');
    return entries.filter(
      (each: unknown): each is StoredEntries[number] =>
        Array.isArray(each) && typeof each[0] === 'string',
    );
  }

  /** Calls the storage. Null if it throws, rejects or does not respond. */
  private async attempt<Value>(
    call: () => Promise<Value>,
  ): Promise<{ readonly value: Value } | null> {
    let stop = (): void => undefined;
    try {
      const timeout = new Promise<never>((_, reject) => {
        stop = this.clock.after(TIMEOUT_MS, () =>
          reject(new Error('the storage does not respond')),
        );
      });
      return { value: await Promise.race([call(), timeout]) };
    } catch (error) {
      this.setStatus('failing', error);
      return null;
    } finally {
      stop();
    }
  }

  private succeeded(): void {
    if (this.unwritten.size > 0 || !this.isReadable) return;
    this.retryMs = MIN_RETRY_MS;
    this.stopRetry?.();
    this.stopRetry = null;
    this.setStatus('working', null);
  }

  private retrySoon(): void {
    if (this.isClosed) return;
    this.stopRetry ??= this.clock.after(this.retryMs, () => {
      this.stopRetry = null;
      this.retryMs = Math.min(MAX_RETRY_MS, 2 * this.retryMs);
      if (this.isReadable) this.writeAll();
      else void this.readAgain();
    });
  }

  /** Reads the storage again after the client has started without it; uses it if it holds no ops. */
  private async readAgain(): Promise<void> {
    const read = await this.attempt(() => this.readEntries());
    if (!read) this.retrySoon();
    else if (!read.value.some(([key]) => key.startsWith('op:'))) {
      this.isReadable = true;
      this.succeeded();
      this.writeAll();
    }
  }

  private setStatus(status: StorageStatus, error: unknown): void {
    if (this.status === status) return;
    runInAction(() => this.state.set(status));
    this.onStatus(status, error);
  }
}
