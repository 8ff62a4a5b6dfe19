import {
  type AutosaveEnvelope,
  type Kit,
  makeAutosaveEnvelope,
  type Page,
  parseAutosaveEnvelope,
  shouldRestore,
} from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';

/** The key in `localStorage`, one a page. */
export function autosaveKey(pageId: number): string {
  return `cobble.autosave.${String(pageId)}`;
}

/** The part of `localStorage` that autosave uses. */
export type AutosaveStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Options of {@link AutosaveStore}. */
export interface AutosaveOptions {
  /** Null where the browser grants none (it is then said on the first change). */
  readonly storage: AutosaveStorage | null;
  readonly now: () => number;
  /** Called once when a copy could not be kept. */
  readonly onProblem: () => void;
  /** Of the editor whose pages are kept; without them its own blocks would not be checked. */
  readonly kits?: readonly Kit[];
  /** Ms that changes in a row wait for each other; default 150. */
  readonly delayMs?: number;
}

/**
 * The local copy of what was not published, one a page. Changes in a row are written once; {@link
 * AutosaveStore.flush} writes at once, for when the tab may be closing.
 */
export class AutosaveStore {
  /** The last copy could not be kept: storage is full or forbidden. */
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

  /** Keeps a copy soon; of public pages only, as a shared computer should not hold private ones. */
  save(page: Page): void {
    if (!page.isPublic) return;
    this.pending = page;
    this.timer ??= setTimeout(() => {
      this.flush();
    }, this.options.delayMs ?? 150);
  }

  /** Writes what waits, at once. */
  flush(): void {
    this.stopWaiting();
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
   * The copy to offer for a page just loaded, or null. One that is older than what the server has,
   * damaged or hostile is cleared.
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

  /** Forgets the copy of a page. */
  clear(pageId: number): void {
    this.stopWaiting();
    this.pending = null;
    try {
      this.options.storage?.removeItem(autosaveKey(pageId));
    } catch {
      // A browser that forbids storage has nothing to forget.
    }
  }

  /** Writes what waits and stops. */
  dispose(): void {
    this.flush();
  }

  private stopWaiting(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
