import { createAtom, observable, runInAction } from 'mobx';

const NOTHING: ReadonlySet<string> = new Set();

/** The selected and hovered blocks; not part of the page. */
export class Selection {
  private readonly atom = createAtom('selection');
  private readonly over = observable.box<string | null>(null);
  private chosen: ReadonlySet<string> = NOTHING;
  /** The set in `chosen` until it is read; sets that were returned are never modified. */
  private unseen: Set<string> | null = null;

  get ids(): ReadonlySet<string> {
    this.atom.reportObserved();
    this.unseen = null;
    return this.chosen;
  }

  get hoveredId(): string | null {
    return this.over.get();
  }

  /** Replaces the selection; keeps the same set if the ids are the same. */
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

  /** Deselects a removed block; copies the set once for many removals in a row. */
  forget(uuid: string): void {
    if (this.over.get() === uuid) this.hover(null);
    if (!this.chosen.has(uuid)) return;
    this.unseen ??= new Set(this.chosen);
    this.unseen.delete(uuid);
    this.chosen = this.unseen;
    this.atom.reportChanged();
  }
}
