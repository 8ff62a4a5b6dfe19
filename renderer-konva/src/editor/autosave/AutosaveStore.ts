import {
  type AutosaveEnvelope,
  type Kit,
  makeAutosaveEnvelope,
  type Page,
  parseAutosaveEnvelope,
  shouldRestore,
} from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';

/** The key of a page's local copy in `localStorage`. */
export function autosaveKey(pageId: number): string {
  return `cobble.autosave.${String(pageId)}`;
}

/** The part of `localStorage` that autosave uses. */
export type AutosaveStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Options of {@link AutosaveStore}. */
export interface AutosaveOptions {
  /**
   * Null if the browser allows none or the host passes none; the first attempt to store a copy then
   * calls `onProblem`.
   */
  readonly storage: AutosaveStorage | null;
  readonly now: () => number;
  /** Called when a copy could not be stored, once until one is stored again. */
  readonly onProblem: () => void;
  /** The editor's kits. Without them, blocks of their types are not checked. */
  readonly kits?: readonly Kit[];
  /** How long after a change it is stored, with the changes made meanwhile, ms; default 150. */
  readonly delayMs?: number;
}

/**
 * Stores the unpublished changes to a page in the browser. Changes within a short time are stored
 * together; {@link AutosaveStore.flush} stores them at once, for when the tab may be closing.
 */
export class AutosaveStore {
  /** Whether the last copy could not be stored: storage is full or forbidden. */
  hasProblem = false;
  private readonly options: AutosaveOptions;
  private pending: Page | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: AutosaveOptions) {
    this.options = options;
    makeAutoObservable<this, 'options' | 'pending' | 'timer'>(
      this,
      { options: false, pending: false, timer: false },
      { autoBind: true },
    );
  }

  /** Whether the host has passed a storage object. */
  get isAvailable(): boolean {
    return this.options.storage !== null;
  }

  /**
   * Stores a copy soon. Only of public pages, because a shared computer should not hold private
   * ones.
   */
  save(page: Page): void {
    if (!page.isPublic) return;
    this.pending = page;
    this.timer ??= setTimeout(() => {
      this.flush();
    }, this.options.delayMs ?? 150);
  }

  /** Stores a pending copy at once. */
  flush(): void {
    this.cancelTimer();
    const page = this.pending;
    this.pending = null;
    if (!page) return;
    const { kits, now } = this.options;
    try {
      if (!this.options.storage) throw new Error('no storage');
      this.options.storage.setItem(
        autosaveKey(page.ID),
        JSON.stringify(makeAutosaveEnvelope(page, now(), kits)),
      );
      runInAction(() => {
        this.hasProblem = false;
      });
    } catch {
      if (!this.hasProblem) this.options.onProblem();
      runInAction(() => {
        this.hasProblem = true;
      });
    }
  }

  /**
   * Returns the copy to offer for a page that was just loaded, or null. Deletes a copy that is
   * invalid or older than the server's page; leaves one that a newer editor stored [J6].
   */
  find(server: Page): AutosaveEnvelope | null {
    try {
      const text = this.options.storage?.getItem(autosaveKey(server.ID)) ?? null;
      if (text === null) return null;
      const { kits } = this.options;
      const envelope = parseAutosaveEnvelope(text, kits ? { kits } : {});
      if (envelope && shouldRestore(envelope, server)) return envelope;
    } catch {
      return null;
    }
    this.clear(server.ID);
    return null;
  }

  /** Deletes the copy of a page, and drops a pending one. */
  clear(pageId: number): void {
    this.cancelTimer();
    this.pending = null;
    try {
      this.options.storage?.removeItem(autosaveKey(pageId));
    } catch {
      // A browser that forbids storage has no copy.
    }
  }

  /** Stores a pending copy and stops. */
  dispose(): void {
    this.flush();
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
