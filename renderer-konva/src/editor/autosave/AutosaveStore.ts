import {
  type AutosaveEnvelope,
  type Kit,
  makeAutosaveEnvelope,
  type Page,
  parseAutosaveEnvelope,
  rebaseAutosave,
} from '@cobble/engine';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { AutosaveTab, Slot } from './AutosaveTab.ts';
import { hasChanges } from './hasChanges.ts';

/** How many local copies of a page there can be. */
const MAX_COPIES = 32;

/** The keys of a page's local copies in `localStorage`. */
export function autosaveKeys(pageId: number): readonly [string, ...string[]] {
  const first = `cobble.autosave.${String(pageId)}`;
  const others = Array.from({ length: MAX_COPIES - 1 }, (_, at) => `${first}.${String(at + 2)}`);
  return [first, ...others];
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
  readonly tab: AutosaveTab;
  /** Whose changes are stored. A store that is created for it later can go on with its copy. */
  readonly editor: object;
  readonly now: () => number;
  /** Called when a copy could not be stored, once until one is stored again. */
  readonly onProblem: () => void;
  /** The editor's kits. Without them, blocks of their types are not checked. */
  readonly kits?: readonly Kit[];
  /** How long after a change it is stored, with the changes made meanwhile, ms; default 150. */
  readonly delayMs?: number;
}

/** A copy that the user is asked about. */
export interface OfferedCopy extends AutosaveEnvelope {
  /** Which of the copies it is, from 1; those discarded just before count too. */
  readonly number: number;
  /** How many copies there are, counted in the same way. */
  readonly count: number;
}

/** What a copy is made of. */
interface Version {
  readonly page: Page;
  /** The version that the user has changed; null: unknown. */
  readonly base: Page | null;
}

/** A copy as it was read. */
interface Copy {
  readonly key: string;
  readonly text: string;
  readonly envelope: AutosaveEnvelope;
}

/**
 * Stores the unpublished changes to a page in the browser, and offers those of tabs that are gone
 * (docs/decisions/0156). Changes within a short time are stored together;
 * {@link AutosaveStore.flush} stores them at once, for when the tab may be closing.
 *
 * An editor takes an empty slot (a key and its lock) before it stores its first change, and keeps it
 * while the tab runs. A copy without a lock belongs to a tab that is gone: the newest is offered,
 * and stays locked while it is on offer. Recovering it makes its slot the editor's own.
 *
 * Locks may be missing or late. Therefore a copy is replaced or deleted only while it is what this
 * tab last read or wrote there. If it is not, another tab has the slot, and this one takes another.
 */
export class AutosaveStore {
  /** Whether the last copy could not be stored: storage is full or forbidden. */
  hasProblem = false;
  /** The newest copy of a tab that is gone, until the user recovers or discards it. */
  offered: OfferedCopy | null = null;
  /** The copy that the user has just discarded, while the next one to offer is looked for. */
  discarding: OfferedCopy | null = null;
  /** Whether the search for a copy to offer has not ended yet. */
  isSearching = false;
  private readonly options: AutosaveOptions;
  private pending: Version | null = null;
  /** What was stored last, to store it again if the slot turns out to be another tab's. */
  private stored: Version | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private ownSlot: Slot | null = null;
  private offeredSlot: Slot | null = null;
  /** While a slot is being taken. */
  private taking: { readonly pageId: number; readonly end: Promise<void> } | null = null;
  /** Counts searches, to end those that another one, or another page, has replaced. */
  private searches = 0;
  /** How many copies the user has discarded since `search` was called. */
  private discarded = 0;
  private isDisposed = false;

  constructor(options: AutosaveOptions) {
    this.options = options;
    makeObservable(this, {
      hasProblem: observable,
      offered: observableRef,
      discarding: observableRef,
      isSearching: observable,
    });
  }

  /** Whether the host has passed a storage object. */
  get isAvailable(): boolean {
    return this.options.storage !== null;
  }

  /**
   * Stores a copy soon. Only of public pages, because a shared computer should not hold private
   * ones.
   *
   * @param base the version that the user has changed, if others may change it meanwhile
   */
  save(page: Page, base: Page | null = null): void {
    if (!page.isPublic || this.isDisposed) return;
    if (this.pending?.page.ID !== page.ID) this.flush();
    this.pending = { page, base };
    void this.takeSlot(page.ID);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      // Otherwise, it is stored when the slot has been taken.
      if (this.taking === null) this.flush();
    }, this.options.delayMs ?? 150);
  }

  /** Stores a pending copy at once, even without a lock. */
  flush(): void {
    this.cancelTimer();
    const version = this.pending;
    this.pending = null;
    if (!version) return;
    this.stored = version;
    const { page, base } = version;
    const { kits, now, storage } = this.options;
    let isStored = false;
    try {
      const text = JSON.stringify(makeAutosaveEnvelope(page, now(), kits, base));
      const slot = storage && this.writableSlot(page.ID, storage);
      if (slot) {
        storage.setItem(slot.key, text);
        slot.text = text;
        isStored = true;
      }
    } catch {
      // Storage is full or forbidden.
    }
    if (!isStored && !this.hasProblem) this.options.onProblem();
    runInAction(() => {
      this.hasProblem = !isStored;
    });
  }

  /** Deletes this editor's copy and drops a pending one. Other copies stay, even one on offer. */
  clear(): void {
    this.cancelTimer();
    this.pending = null;
    this.stored = null;
    if (this.ownSlot) this.remove(this.ownSlot);
  }

  /**
   * Whether another tab has deleted or replaced this editor's copy.
   *
   * @param key the key that has changed; null: any
   */
  isReplaced(key: string | null): boolean {
    const slot = this.ownSlot;
    if (slot === null || slot.text === null || (key !== null && key !== slot.key)) return false;
    return this.read(slot.key) !== slot.text;
  }

  /** Goes on with the editor's copy when its component mounts again. */
  resume(pageId: number): void {
    const slot = this.options.tab.slotOf(this.options.editor);
    if (slot?.pageId === pageId && slot.user === null) this.useSlot(slot);
  }

  /**
   * Looks for copies of tabs that are gone, and offers the newest. Deletes those that are invalid or
   * have nothing that the server's page lacks; leaves those of another page with the same ID, and
   * those that a newer editor stored [J6].
   */
  search(server: Page): Promise<void> {
    this.discarded = 0;
    return this.searchNext(server);
  }

  /** Whether any tab has stored changes that a page lacks. */
  hasChangesTo(page: Page): boolean {
    return autosaveKeys(page.ID).some((key) => {
      const text = this.read(key);
      if (text === null) return false;
      try {
        const copy = this.parse(text);
        return copy !== null && !isOtherPage(copy.page, page) && hasOwnChanges(copy, page);
      } catch {
        // A newer editor stored it.
        return false;
      }
    });
  }

  /** Makes the copy on offer this editor's own. What it has stored itself stays, for later. */
  keepOffered(): void {
    this.flush();
    const slot = this.offeredSlot;
    if (!slot) return;
    this.offeredSlot = null;
    runInAction(() => {
      this.offered = null;
    });
    this.useSlot(slot);
  }

  /** Deletes the copy on offer, if any, and looks for another. */
  async discardOffered(server: Page): Promise<void> {
    if (!this.offeredSlot) return;
    this.remove(this.offeredSlot);
    this.discarded += 1;
    await this.searchNext(server, this.offered);
  }

  /**
   * Stores a pending copy, and leaves it for when its page is opened again. The next change is stored
   * in another copy.
   *
   * @returns deletes the copy, unless the user has been asked about it since
   */
  leaveCopy(): () => void {
    this.flush();
    this.stored = null;
    this.taking = null;
    const slot = this.ownSlot;
    this.leaveSlot();
    return () => {
      if (!slot || this.options.tab.slots.get(slot.key) !== slot || slot.user !== null) return;
      this.remove(slot);
      this.leaveToOthers(slot);
    };
  }

  /** Leaves the copy, like {@link leaveCopy}, if it has content that a page lacks. */
  leaveCopyUnlessIn(page: Page): void {
    const { copied } = this;
    if (copied && hasChanges(copied.page, page)) this.leaveCopy();
  }

  /** Leaves the copy of a page that is not shown any more, and offers none of that page. */
  leavePage(): void {
    this.leaveCopy();
    this.endSearch();
  }

  /** Stores a pending copy and stops. */
  dispose(): void {
    this.leavePage();
    this.isDisposed = true;
  }

  /** The version in this editor's copy, whether or not it is stored yet; null if there is no copy. */
  private get copied(): Version | null {
    const { pending, stored, ownSlot } = this;
    if (pending ?? stored) return pending ?? stored;
    // A store that has resumed has not stored anything itself.
    const text = ownSlot?.text ?? null;
    const page = text === null ? null : this.parse(text)?.page;
    return page ? { page, base: null } : null;
  }

  /** Takes an empty slot for a page, unless the editor has one; then stores what is due. */
  private takeSlot(pageId: number): Promise<void> {
    const { tab, storage } = this.options;
    if (!storage || this.ownSlot?.pageId === pageId) return Promise.resolve();
    if (this.taking?.pageId === pageId) return this.taking.end;
    const isNeeded = () => this.taking === taking && this.ownSlot?.pageId !== pageId;
    const take = async () => {
      const held = await tab.locks.heldNames();
      for (const key of autosaveKeys(pageId)) {
        if (!isNeeded()) break;
        if (tab.slots.has(key) || held.has(key) || this.read(key) !== null) continue;
        const slot = await tab.take(key, pageId);
        // Both may have changed while the lock was taken.
        if (slot && isNeeded() && this.read(key) === null) this.useSlot(slot);
        else if (slot) await tab.release(slot);
      }
      if (this.taking !== taking) return;
      this.taking = null;
      if (this.timer === null) this.flush();
    };
    const taking = { pageId, end: tab.inTurn(take) };
    this.taking = taking;
    return taking.end;
  }

  /**
   * This editor's slot, or an empty one that is not locked yet if there is none or another tab has
   * it. Null if all are in use.
   */
  private writableSlot(pageId: number, storage: AutosaveStorage): Slot | null {
    const { tab } = this.options;
    const own = this.ownSlot;
    if (own?.pageId === pageId) {
      const text = storage.getItem(own.key);
      if (text === null || text === own.text) return own;
    }
    const empty = autosaveKeys(pageId).filter(
      (each) => !tab.slots.has(each) && storage.getItem(each) === null,
    );
    // The lock of an empty key may still be held by a tab that has published its changes.
    const key = empty.find((each) => !tab.locks.lastHeld.has(each)) ?? empty[0];
    if (key === undefined) return null;
    const slot = tab.add({ key, pageId, lock: null, text: null, user: null });
    this.useSlot(slot);
    void tab.inTurn(() => this.lockSlot(slot));
    return slot;
  }

  /** Locks a slot that was taken without a lock. Moves the copy if another tab has the lock. */
  private async lockSlot(slot: Slot): Promise<void> {
    const { tab } = this.options;
    if (tab.slots.get(slot.key) !== slot) return;
    const lock = await tab.locks.take(slot.key);
    slot.lock = lock;
    if (lock) {
      // It may have been left meanwhile.
      if (tab.slots.get(slot.key) !== slot) await lock.release();
      return;
    }
    tab.slots.delete(slot.key);
    // By now, it may be used by the store of a component that has mounted again.
    slot.user?.move(slot);
  }

  /** Stores its changes elsewhere, because another tab has the lock of its slot. */
  move(slot: Slot): void {
    if (this.ownSlot !== slot) return;
    this.pending = this.copied;
    this.ownSlot = null;
    void this.takeSlot(slot.pageId).then(() => {
      this.flush();
      if (!this.hasProblem) this.remove(slot);
    });
  }

  private async searchNext(server: Page, discarding: OfferedCopy | null = null): Promise<void> {
    const hasStorage = this.options.storage !== null;
    runInAction(() => {
      this.endSearch();
      this.isSearching = hasStorage;
      this.discarding = discarding;
    });
    if (!hasStorage) return;
    const search = this.searches;
    const isCurrent = () => search === this.searches;
    try {
      await this.options.tab.inTurn(async () => {
        if (isCurrent()) await this.offerNewest(server, isCurrent);
      });
    } finally {
      runInAction(() => {
        if (!isCurrent()) return;
        this.isSearching = false;
        this.discarding = null;
      });
    }
  }

  private async offerNewest(server: Page, isCurrent: () => boolean): Promise<void> {
    const { tab } = this.options;
    const held = await tab.locks.heldNames();
    const copies: Copy[] = [];
    /** Slots that are released unless their copies are offered. */
    const taken: Slot[] = [];
    for (const key of autosaveKeys(server.ID)) {
      const known = tab.slots.get(key);
      if (known?.user) continue;
      if (!known && held.has(key)) {
        // After a reload, the previous document may still have its lock. A duplicate of an open
        // tab, which has the same session, waits in vain.
        const isOwn = tab.wasLast(key, server.ID) && this.read(key) !== null;
        const slot = isOwn ? await tab.take(key, server.ID, { isWaiting: true }) : null;
        if (!slot) continue;
        taken.push(slot);
      }
      const copy = this.find(key, server);
      if (copy) copies.push(copy);
      else if (known && this.read(key) === null) taken.push(known);
    }
    copies.sort((a, b) => b.envelope.updatedAtMs - a.envelope.updatedAtMs);
    for (const [at, { key }] of copies.entries()) {
      if (!isCurrent()) break;
      const isKnown = tab.slots.has(key);
      const slot = await tab.take(key, server.ID);
      if (!slot) continue;
      if (!isKnown) taken.push(slot);
      // Another tab may have changed it before it was locked.
      const copy = isCurrent() ? this.find(key, server) : null;
      if (!copy) continue;
      slot.user = this;
      slot.text = copy.text;
      tab.note(slot);
      this.offeredSlot = slot;
      runInAction(() => {
        this.discarding = null;
        this.offered = {
          ...copy.envelope,
          number: this.discarded + 1,
          count: this.discarded + copies.length - at,
        };
      });
      break;
    }
    for (const slot of taken) await tab.release(slot);
  }

  /** Ends a search, and leaves the copy on offer to others. */
  private endSearch(): void {
    this.searches += 1;
    const slot = this.offeredSlot;
    this.offeredSlot = null;
    runInAction(() => {
      this.isSearching = false;
      this.offered = null;
      this.discarding = null;
    });
    if (slot) this.leaveToOthers(slot);
  }

  private useSlot(slot: Slot): void {
    const { tab, editor } = this.options;
    this.leaveSlot();
    slot.user = this;
    this.ownSlot = slot;
    tab.note(slot, editor);
  }

  /** Leaves its slot. The copy can be offered in this tab, and in others once this tab is gone. */
  private leaveSlot(): void {
    const slot = this.ownSlot;
    this.ownSlot = null;
    if (!slot) return;
    slot.user = null;
    if (this.read(slot.key) !== slot.text || slot.text === null) this.leaveToOthers(slot);
  }

  private leaveToOthers(slot: Slot): void {
    const { tab } = this.options;
    slot.user = null;
    void tab.inTurn(() => tab.release(slot));
  }

  /** Reads a copy to offer. Deletes one that is of no use. */
  private find(key: string, server: Page): Copy | null {
    const text = this.read(key);
    if (text === null) return null;
    try {
      const envelope = this.parse(text);
      if (envelope && isOtherPage(envelope.page, server)) return null;
      if (envelope && hasOwnChanges(envelope, server)) return { key, text, envelope };
    } catch {
      // A newer editor stored it.
      return null;
    }
    this.remove({ key, text });
    return null;
  }

  private parse(text: string): AutosaveEnvelope | null {
    const { kits } = this.options;
    return parseAutosaveEnvelope(text, kits ? { kits } : {});
  }

  private read(key: string): string | null {
    try {
      return this.options.storage?.getItem(key) ?? null;
    } catch {
      // A browser that forbids storage has no copies.
      return null;
    }
  }

  /** Deletes a copy, unless another tab has replaced it. */
  private remove(slot: Pick<Slot, 'key' | 'text'>): void {
    const isKnown = slot.text !== null && this.read(slot.key) === slot.text;
    try {
      if (isKnown) this.options.storage?.removeItem(slot.key);
      slot.text = null;
    } catch {
      // It stays, and is offered again.
    }
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** Whether a copy changes a version of the page. */
function hasOwnChanges(copy: AutosaveEnvelope, page: Page): boolean {
  return hasChanges(rebaseAutosave(copy, page), page);
}

/**
 * Whether a copy is of another page to which the host gave the same ID. A page that was renamed or
 * moved has the time of its creation or some of its blocks in common with its copy; one that was not
 * stored yet may only have its address.
 */
function isOtherPage(copy: Page, server: Page): boolean {
  const hasSameAddress =
    copy.slug === server.slug &&
    copy.site.ID === server.site.ID &&
    copy.site.slug === server.site.slug;
  if (hasSameAddress || copy.createdAt === server.createdAt) return false;
  return !Object.keys(copy.things).some((uuid) => Object.hasOwn(server.things, uuid));
}
