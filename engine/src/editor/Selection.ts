import { createAtom, observable, runInAction } from 'mobx';

const NOTHING: ReadonlySet<string> = new Set();

/** What is selected and what the pointer is over; never part of the page. */
export class Selection {
  private readonly atom = createAtom('selection');
  private readonly over = observable.box<string | null>(null);
  private chosen: ReadonlySet<string> = NOTHING;
  /** The set in `chosen` while nobody has seen it; what was handed out never changes. */
  private unseen: Set<string> | null = null;

  get ids(): ReadonlySet<string> {
    this.atom.reportObserved();
    this.unseen = null;
    return this.chosen;
  }

  get hoveredId(): string | null {
    return this.over.get();
  }

  /** Replaces the selection; the same ids leave the set as it is. */
  set(uuids: Iterable<string>): void {
    const next = new Set(uuids);
    const now = this.chosen;
    if (next.size === now.size && [...next].every((uuid) => now.has(uuid))) return;
    this.unseen = null;
    this.chosen = next.size === 0 ? NOTHING : next;
    this.atom.reportChanged();
  }

  hover(uuid: string | null): void {
    if (this.over.get() === uuid) return;
    runInAction(() => {
      this.over.set(uuid);
    });
  }

  /** Lets go of a block that is no longer there; of thousands in a row with one copy of the set. */
  forget(uuid: string): void {
    if (this.over.get() === uuid) this.hover(null);
    if (!this.chosen.has(uuid)) return;
    this.unseen ??= new Set(this.chosen);
    this.unseen.delete(uuid);
    this.chosen = this.unseen;
    this.atom.reportChanged();
  }
}
