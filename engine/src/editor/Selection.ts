import { observable, runInAction } from 'mobx';

const NOTHING: ReadonlySet<string> = new Set();

/** What is selected and what the pointer is over; never part of the page. */
export class Selection {
  private readonly chosen = observable.box<ReadonlySet<string>>(NOTHING, { deep: false });
  private readonly over = observable.box<string | null>(null);

  get ids(): ReadonlySet<string> {
    return this.chosen.get();
  }

  get hoveredId(): string | null {
    return this.over.get();
  }

  /** Replaces the selection; the same ids leave the set as it is. */
  set(uuids: Iterable<string>): void {
    const next = new Set(uuids);
    const now = this.ids;
    if (next.size === now.size && [...next].every((uuid) => now.has(uuid))) return;
    runInAction(() => {
      this.chosen.set(next.size === 0 ? NOTHING : next);
    });
  }

  hover(uuid: string | null): void {
    if (this.over.get() === uuid) return;
    runInAction(() => {
      this.over.set(uuid);
    });
  }

  /** Lets go of a block that is no longer there. */
  forget(uuid: string): void {
    if (this.over.get() === uuid) this.hover(null);
    if (this.ids.has(uuid)) this.set([...this.ids].filter((each) => each !== uuid));
  }
}
