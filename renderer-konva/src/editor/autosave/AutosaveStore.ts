import {
  type AutosaveEnvelope,
  type Kit,
  makeAutosaveEnvelope,
  type Page,
  parseAutosaveEnvelope,
  shouldRestore,
} from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';
import { type TabLock, tabLocks, type TabLocks } from './tabLocks.ts';

/** The most copies of one page, and so the most tabs that can store theirs at the same time. */
const MAX_COPIES = 8;

/** The key in `localStorage` of a page's local copy; the second and later ones have a number. */
export function autosaveKey(pageId: number, number = 1): string {
  return `cobble.autosave.${String(pageId)}${number === 1 ? '' : `.${String(number)}`}`;
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
  /** Default: those of the browser. Null: all tabs share one copy of a page. */
  readonly locks?: TabLocks | null;
}

/** The place of one copy, which this tab has to itself while it holds the lock of that name. */
interface Slot {
  readonly pageId: number;
  readonly key: string;
  readonly lock: TabLock;
}

/** A slot whose tab is gone, and what it contains. */
interface FreeSlot extends Slot {
  readonly content: 'nothing' | 'unreadable' | AutosaveEnvelope;
}

interface FilledSlot extends Slot {
  readonly content: AutosaveEnvelope;
}

/** Locks that stores of this tab are releasing, for a store that follows on another. */
const releases = new Set<Promise<void>>();

/**
 * Stores the unpublished changes to a page in the browser, one copy per tab
 * (docs/decisions/0156). Changes within a short time are stored together;
 * {@link AutosaveStore.flush} stores them at once, for when the tab may be closing.
 */
export class AutosaveStore {
  /** Whether the last copy could not be stored: storage is full or forbidden. */
  hasProblem = false;
  private readonly options: AutosaveOptions;
  private locks: TabLocks | null;
  private slot: Slot | null = null;
  /** How many claims of a slot have not ended. */
  private claims = 0;
  /** Whether the slot's copy has been offered to the user, who has not decided yet. */
  private isOffering = false;
  private isDisposed = false;
  private pending: Page | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: AutosaveOptions) {
    this.options = options;
    this.locks = options.locks === undefined ? tabLocks() : options.locks;
    makeAutoObservable<
      this,
      'options' | 'locks' | 'slot' | 'claims' | 'isOffering' | 'isDisposed' | 'pending' | 'timer'
    >(
      this,
      {
        options: false,
        locks: false,
        slot: false,
        claims: false,
        isOffering: false,
        isDisposed: false,
        pending: false,
        timer: false,
      },
      { autoBind: true },
    );
  }

  /** Whether the host has passed a storage object. */
  get isAvailable(): boolean {
    return this.options.storage !== null;
  }

  /** The key of this tab's copy of a page; null before it has one. */
  keyOf(pageId: number): string | null {
    if (!this.locks || !this.options.storage) return autosaveKey(pageId);
    return this.slot?.pageId === pageId ? this.slot.key : null;
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

  /**
   * Stores a pending copy at once; after the user's decision if an older one is on offer, which it
   * would replace.
   */
  flush(): void {
    this.cancelTimer();
    const page = this.pending;
    if (!page || this.isOffering) return;
    const key = this.keyOf(page.ID);
    if (key === null) {
      if (this.claims === 0) void this.claim(page, 'empty');
      return;
    }
    this.pending = null;
    const { kits, now, storage } = this.options;
    try {
      if (!storage) throw new Error('no storage');
      storage.setItem(key, JSON.stringify(makeAutosaveEnvelope(page, now(), kits)));
      runInAction(() => {
        this.hasProblem = false;
      });
    } catch {
      this.fail();
    }
  }

  /**
   * Returns the copy to offer for a page that was just loaded, or null: the newest of those whose
   * tabs are gone. It becomes this tab's copy; no other tab offers it. Until {@link keepFound} or
   * {@link clear} is called, it is not replaced. Deletes copies that are invalid or older than the
   * server's page; leaves those that a newer editor stored [J6].
   */
  async find(server: Page): Promise<AutosaveEnvelope | null> {
    if (this.locks && this.options.storage) return this.claim(server, 'newest');
    const content = this.read(autosaveKey(server.ID), server);
    return typeof content === 'string' ? null : content;
  }

  /** The user has recovered the copy that was found: this tab's next one replaces it. */
  keepFound(): void {
    this.isOffering = false;
  }

  /** Deletes this tab's copy of a page, and drops a pending one. */
  clear(pageId: number): void {
    this.cancelTimer();
    this.pending = null;
    this.isOffering = false;
    const key = this.keyOf(pageId);
    if (key !== null) this.remove(key);
  }

  /** Stores a pending copy and stops. */
  dispose(): void {
    this.flush();
    this.isDisposed = true;
    this.release();
  }

  /**
   * Takes a slot whose tab is gone, when it is this tab's turn: the one with the newest copy, which
   * is returned, or one that is empty if there is no copy or if that is preferred.
   */
  private async claim(page: Page, prefers: 'newest' | 'empty'): Promise<AutosaveEnvelope | null> {
    const { locks } = this;
    this.claims += 1;
    try {
      const found = await locks?.inTurn(`${autosaveKey(page.ID)}.turn`, async () => {
        this.release();
        await Promise.all(releases);
        const free = await this.freeSlots(page, locks);
        const empty = free.find(({ content }) => content === 'nothing') ?? null;
        const copies = copiesIn(free);
        const chosen =
          prefers === 'newest' ? (copies.at(0) ?? empty) : (empty ?? copies.at(-1) ?? null);
        const others = free.filter(({ key }) => key !== chosen?.key);
        await Promise.all(others.map(({ lock }) => lock.release()));
        this.slot = chosen;
        this.isOffering = prefers === 'newest' && copies.length > 0;
        this.storeAfterClaim();
        return this.isOffering ? (copies[0]?.content ?? null) : null;
      });
      return found ?? null;
    } catch {
      // The browser refuses locks, for example in a sandboxed frame.
      this.locks = null;
      const found = prefers === 'newest' ? await this.find(page) : null;
      this.storeAfterClaim();
      return found;
    } finally {
      this.claims -= 1;
    }
  }

  /** Stores what was pending during a claim. */
  private storeAfterClaim(): void {
    const isRefused = this.pending !== null && this.keyOf(this.pending.ID) === null;
    if (isRefused) {
      this.pending = null;
      this.fail();
    } else this.flush();
    if (this.isDisposed) this.release();
  }

  /** The slots of a page whose tabs are gone, locked. */
  private async freeSlots(page: Page, locks: TabLocks): Promise<FreeSlot[]> {
    const slots: FreeSlot[] = [];
    for (let number = 1; number <= MAX_COPIES; number++) {
      const key = autosaveKey(page.ID, number);
      const lock = await locks.hold(key);
      if (lock) slots.push({ pageId: page.ID, key, lock, content: this.read(key, page) });
    }
    return slots;
  }

  /** Reads a copy, and deletes it if it is invalid or older than the server's page. */
  private read(key: string, server: Page): FreeSlot['content'] {
    try {
      const text = this.options.storage?.getItem(key) ?? null;
      if (text === null) return 'nothing';
      const { kits } = this.options;
      const envelope = parseAutosaveEnvelope(text, kits ? { kits } : {});
      if (envelope && shouldRestore(envelope, server)) return envelope;
    } catch {
      return 'unreadable';
    }
    this.remove(key);
    return 'nothing';
  }

  private remove(key: string): void {
    try {
      this.options.storage?.removeItem(key);
    } catch {
      // A browser that forbids storage has no copy.
    }
  }

  private release(): void {
    const released = this.slot?.lock.release();
    this.slot = null;
    this.isOffering = false;
    if (!released) return;
    releases.add(released);
    void released.finally(() => releases.delete(released));
  }

  private fail(): void {
    if (!this.hasProblem) this.options.onProblem();
    runInAction(() => {
      this.hasProblem = true;
    });
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** The slots with a copy that can be offered, the newest first. */
function copiesIn(slots: readonly FreeSlot[]): FilledSlot[] {
  return slots
    .filter((slot): slot is FilledSlot => typeof slot.content === 'object')
    .sort((a, b) => b.content.updatedAtMs - a.content.updatedAtMs);
}
