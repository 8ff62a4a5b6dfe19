import { createAtom, observable, runInAction } from 'mobx';
import { refuseWrites } from '../model/refuseWrites.ts';

const refuseSelectionWrites = refuseWrites('selection', '`select`');
const EMPTY: ReadonlySet<string> = refuseSelectionWrites(new Set());

/** Ids of the selected and hovered blocks. Not part of the page. */
export class Selection {
  private readonly atom = createAtom('selection');
  private readonly hovered = observable.box<string | null>(null);
  private selected: ReadonlySet<string> = EMPTY;
  /** The set in `selected` if it has not been read yet and can still be modified. */
  private unread: Set<string> | null = null;

  get ids(): ReadonlySet<string> {
    this.atom.reportObserved();
    if (this.unread) {
      refuseSelectionWrites(this.unread);
      this.unread = null;
    }
    return this.selected;
  }

  get hoveredId(): string | null {
    return this.hovered.get();
  }

  /** Replaces the selection. Keeps the current set if the ids are the same. */
  set(uuids: Iterable<string>): void {
    const next = new Set(uuids);
    const now = this.selected;
    if (next.size === now.size && [...next].every((uuid) => now.has(uuid))) return;
    this.unread = null;
    this.selected = next.size === 0 ? EMPTY : refuseSelectionWrites(next);
    this.atom.reportChanged();
  }

  hover(uuid: string | null): void {
    if (this.hovered.get() === uuid) return;
    runInAction(() => {
      this.hovered.set(uuid);
    });
  }

  /** Deselects a removed block. Copies the set once for many removals in a row. */
  deselect(uuid: string): void {
    if (this.hovered.get() === uuid) this.hover(null);
    if (!this.selected.has(uuid)) return;
    this.unread ??= new Set(this.selected);
    this.unread.delete(uuid);
    this.selected = this.unread;
    this.atom.reportChanged();
  }
}
