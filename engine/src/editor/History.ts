import { observable, runInAction } from 'mobx';
import type { Change } from '../model/Change.ts';

/** A committed change, with what was selected before and after it. */
export interface HistoryEntry {
  readonly change: Change;
  readonly selectionBefore: readonly string[];
  readonly selectionAfter: readonly string[];
}

/** Entries hold references to records only, so that a long history is small. */
const MAX_ENTRIES = 1000;

/** What can be undone and redone on the page that is loaded (editing-canvas.md section 4). */
export class History {
  private done: HistoryEntry[] = [];
  private undone: HistoryEntry[] = [];
  private readonly counts = observable.box({ done: 0, undone: 0 }, { deep: false });

  get canUndo(): boolean {
    return this.counts.get().done > 0;
  }

  get canRedo(): boolean {
    return this.counts.get().undone > 0;
  }

  /** The latest entry that can be undone. */
  get latest(): HistoryEntry | null {
    return this.done.at(-1) ?? null;
  }

  /** Adds an entry; what was undone can no longer be redone. */
  push(entry: HistoryEntry): void {
    this.done.push(entry);
    if (this.done.length > MAX_ENTRIES) this.done.shift();
    this.undone = [];
    this.count();
  }

  /** The entry to be undone now; it can be redone from then on. */
  takeUndo(): HistoryEntry | null {
    const entry = this.done.pop();
    if (!entry) return null;
    this.undone.push(entry);
    this.count();
    return entry;
  }

  /** The entry to be redone now; it can be undone from then on. */
  takeRedo(): HistoryEntry | null {
    const entry = this.undone.pop();
    if (!entry) return null;
    this.done.push(entry);
    this.count();
    return entry;
  }

  /** Takes the latest entry away without a trace. */
  dropLatest(): HistoryEntry | null {
    const entry = this.done.pop() ?? null;
    this.count();
    return entry;
  }

  clear(): void {
    this.done = [];
    this.undone = [];
    this.count();
  }

  private count(): void {
    runInAction(() => {
      this.counts.set({ done: this.done.length, undone: this.undone.length });
    });
  }
}
