import { type TabLock, TabLocks } from './TabLocks.ts';

/** A storage key that this tab has for one local copy. */
export interface Slot {
  readonly key: string;
  readonly pageId: number;
  /** Null: not locked yet. */
  lock: TabLock | null;
  /** What this tab last read or wrote there; null: nothing. */
  text: string | null;
  /** The store that uses it; null: none, as while the editor's component is not mounted. */
  user: SlotUser | null;
}

/** A store that uses a slot. */
export interface SlotUser {
  /** Called when another tab turns out to have the lock of its slot. */
  move(slot: Slot): void;
}

/** What the editors in a tab share: the slots that no other tab may use while this one is open. */
export class AutosaveTab {
  readonly locks: TabLocks;
  /** By key. */
  readonly slots = new Map<string, Slot>();
  private readonly ofEditor = new WeakMap<object, Slot>();
  private readonly session: Pick<Storage, 'getItem' | 'setItem'> | null;
  private last: Promise<void> = Promise.resolve();

  /** @param session survives a reload of the tab; a duplicate of the tab starts with a copy of it */
  constructor(locks: TabLocks, session: Pick<Storage, 'getItem' | 'setItem'> | null = null) {
    this.locks = locks;
    this.session = session;
  }

  /**
   * Runs an action on locks after the previous ones, so that a tab does not take the locks that it
   * is about to release for another tab's.
   */
  inTurn(action: () => Promise<void>): Promise<void> {
    const turn = this.last.then(action);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Takes a slot. Returns null if another editor or tab has it.
   *
   * @param options.isWaiting whether to wait for another tab that is about to end
   */
  async take(
    key: string,
    pageId: number,
    options?: { readonly isWaiting?: boolean },
  ): Promise<Slot | null> {
    const known = this.slots.get(key);
    if (known) return known.user === null ? known : null;
    const lock = await this.locks.take(key, options);
    return lock && this.add({ key, pageId, lock, text: null, user: null });
  }

  add(slot: Slot): Slot {
    this.slots.set(slot.key, slot);
    return slot;
  }

  /** Leaves a slot to other tabs, unless a store of this one uses it by now. */
  async release(slot: Slot): Promise<void> {
    if (slot.user !== null || this.slots.get(slot.key) !== slot) return;
    this.slots.delete(slot.key);
    await slot.lock?.release();
  }

  /** The slot of an editor, while this tab has it and no other editor has taken it. */
  slotOf(editor: object): Slot | null {
    const slot = this.ofEditor.get(editor);
    return slot && this.slots.get(slot.key) === slot ? slot : null;
  }

  /** Notes a slot that an editor has taken or is offered. */
  note(slot: Slot, editor?: object): void {
    if (editor) this.ofEditor.set(editor, slot);
    try {
      this.session?.setItem(sessionKey(slot.pageId), slot.key);
    } catch {
      // Then the first reload may not find the copy.
    }
  }

  /** Whether a slot is the one of its page that was noted last, even if before a reload. */
  wasLast(key: string, pageId: number): boolean {
    try {
      return this.session?.getItem(sessionKey(pageId)) === key;
    } catch {
      return false;
    }
  }
}

const sessionKey = (pageId: number) => `cobble.autosave.${String(pageId)}`;

let windowTab: AutosaveTab | null = null;

/** The tab that this code runs in. */
export function thisTab(): AutosaveTab {
  windowTab ??= new AutosaveTab(new TabLocks(lockApi()), sessionOf(globalThis));
  return windowTab;
}

function lockApi(): LockManager | null {
  // Absent where the page was not loaded over HTTPS.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  return locks ?? null;
}

function sessionOf(scope: Partial<Pick<Window, 'sessionStorage'>>): Storage | null {
  try {
    return scope.sessionStorage ?? null;
  } catch {
    // Storage is blocked.
    return null;
  }
}
