import { type Change, type Editor, idsInOrder, isRtlLanguage } from '@cobble/engine';
import { makeObservable, observable, runInAction, untracked } from 'mobx';

/** One line of the list: a section, a block, or what lies in a group that was gone into. */
export interface MirrorEntry {
  readonly uuid: string;
  /** 1 for sections, 2 for what lies in them, more in groups. */
  readonly level: number;
  /** Its place among those beside it, from 1, and how many these are. */
  readonly place: number;
  readonly among: number;
}

/** Runs something when the page is at rest; returns the way to keep it from running. */
type Later = (run: () => void) => () => void;

const whenIdle: Later = (run) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 50);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(run, { timeout: 300 });
  return () => {
    cancelIdleCallback(handle);
  };
};

/**
 * The lines of the list of blocks, in reading order. A change of the page costs nothing but a note
 * of which sections and groups it touched; these are put in order anew when the browser has time, or
 * at once by {@link MirrorOrder.flush}, before somebody walks on.
 */
export class MirrorOrder {
  /** Counts up when the lines, or what they say, may have changed. */
  revision = 0;
  private readonly editor: Editor;
  private readonly later: Later;
  private ordered = new Map<string, readonly string[]>();
  private openGroups: readonly string[] = [];
  private lines: readonly MirrorEntry[] | null = null;
  private places = new Map<string, number>();
  private stopWaiting: (() => void) | null = null;
  private isStale = false;

  constructor(editor: Editor, later: Later = whenIdle) {
    this.editor = editor;
    this.later = later;
    makeObservable(this, { revision: observable });
  }

  /** Listens to the editor; returns the way to stop. */
  follow(): () => void {
    const stop = this.editor.onChange((change, origin) => {
      // The page's language says from which side one reads.
      if (origin === 'load' || change.page?.to.settings !== undefined) this.ordered.clear();
      else for (const parent of parentsOf(change)) this.ordered.delete(parent);
      this.isStale = true;
      this.stopWaiting ??= this.later(() => {
        this.flush();
      });
    });
    return () => {
      stop();
      this.stopWaiting?.();
      this.stopWaiting = null;
    };
  }

  /** Takes up what has changed now. */
  flush(): void {
    this.stopWaiting?.();
    this.stopWaiting = null;
    if (!this.isStale) return;
    this.isStale = false;
    this.lines = null;
    runInAction(() => {
      this.revision += 1;
    });
  }

  /** Shows what lies in the groups that hold a block, and nothing of other groups. */
  open(uuid: string | null): void {
    const groups = uuid === null ? [] : holdersOf(this.editor, uuid);
    if (groups.join() === this.openGroups.join()) return;
    this.openGroups = groups;
    this.lines = null;
  }

  /** Whether what a section or group holds is shown. */
  isOpen(uuid: string): boolean {
    return this.openGroups.includes(uuid) || this.editor.sectionIds.includes(uuid);
  }

  /** All lines, from the top. */
  get entries(): readonly MirrorEntry[] {
    // The revision tells of changes: ten thousand blocks are not watched one by one.
    return this.lines ?? untracked(() => this.build());
  }

  private build(): readonly MirrorEntry[] {
    const lines: MirrorEntry[] = [];
    const rtl = isRtlLanguage(this.editor.fields.settings.lang);
    const add = (ids: readonly string[], level: number): void => {
      ids.forEach((uuid, index) => {
        lines.push({ uuid, level, place: index + 1, among: ids.length });
        if (level === 1 || this.openGroups.includes(uuid))
          add(this.childrenOf(uuid, rtl), level + 1);
      });
    };
    add(this.editor.sectionIds, 1);
    this.lines = lines;
    this.places = new Map(lines.map(({ uuid }, index) => [uuid, index]));
    return lines;
  }

  /** The line of a block; -1 when it has none. */
  indexOf(uuid: string): number {
    return this.entries.length === 0 ? -1 : (this.places.get(uuid) ?? -1);
  }

  private childrenOf(parent: string, rtl: boolean): readonly string[] {
    const known = this.ordered.get(parent);
    if (known) return known;
    const { editor } = this;
    const ids = idsInOrder(editor.blocks.get(parent), editor.childrenOf(parent), rtl);
    this.ordered.set(parent, ids);
    return ids;
  }
}

/** The sections and groups whose order a change may have touched. */
function parentsOf(change: Change): Set<string> {
  const parents = new Set<string>();
  const note = (uuid: string, parent: string | undefined): void => {
    parents.add(uuid);
    if (parent !== undefined) parents.add(parent);
  };
  for (const { uuid, parentUuid } of Object.values(change.added)) note(uuid, parentUuid);
  for (const { uuid, parentUuid } of Object.values(change.removed)) note(uuid, parentUuid);
  for (const [from, to] of Object.values(change.updated)) {
    note(from.uuid, from.parentUuid);
    note(to.uuid, to.parentUuid);
  }
  return parents;
}

/** The groups that hold a block, the outermost first; its section is none. */
function holdersOf(editor: Editor, uuid: string): readonly string[] {
  const holders: string[] = [];
  let at = editor.blocks.get(uuid)?.parentUuid;
  while (at !== undefined && !holders.includes(at)) {
    holders.unshift(at);
    at = editor.blocks.get(at)?.parentUuid;
  }
  return holders.slice(1);
}
