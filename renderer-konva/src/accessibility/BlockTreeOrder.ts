import {
  type Block,
  type Change,
  type Editor,
  readingOrderIds,
  isRtlLanguage,
} from '@cobble/engine';
import { makeObservable, observable, runInAction, untracked } from 'mobx';
import { sectionOf } from './describeBlock.ts';

/** One item of the accessibility tree: a section, a block, or a block in an open group. */
export interface BlockTreeEntry {
  readonly uuid: string;
  /** 1 for sections, 2 for their children, more inside groups. */
  readonly level: number;
  /** Position among its siblings, from 1, and their number. */
  readonly place: number;
  readonly among: number;
}

/** The items of one section, which are ordered when they are needed. */
interface OrderedSection {
  readonly section: string;
  start: number;
  size: number;
  lines: readonly BlockTreeEntry[] | null;
}

/** Calls a function when the browser is idle; returns a function that cancels it. */
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
 * The items of the accessibility tree in reading order. A section's items are only counted until
 * they are needed. A change only marks the affected sections and groups; they are ordered again
 * when the browser is idle, or by {@link BlockTreeOrder.flush} before the focus moves.
 *
 * Caches: order and children by section or group; invalidated by changes to them, by loading a page
 * and by changed page settings.
 */
export class BlockTreeOrder {
  /** Increases when items or their descriptions may have changed. */
  revision = 0;
  private readonly editor: Editor;
  private readonly later: Later;
  private readonly ordered = new Map<string, readonly string[]>();
  /** Children of sections and groups that are counted but not ordered yet. */
  private readonly counted = new Map<string, readonly Block[]>();
  private openGroups: readonly string[] = [];
  private sections: readonly OrderedSection[] | null = null;
  private stopWaiting: (() => void) | null = null;
  private isStale = false;

  constructor(editor: Editor, later: Later = whenIdle) {
    this.editor = editor;
    this.later = later;
    makeObservable(this, { revision: observable });
  }

  /** Listens to the editor. Returns a function that stops it. */
  follow(): () => void {
    const stop = this.editor.onChange((change, origin) => {
      // The page's language determines the reading direction.
      if (origin === 'load' || change.page?.to.settings !== undefined) {
        this.ordered.clear();
        this.counted.clear();
      } else
        for (const parent of parentsOf(change)) {
          this.ordered.delete(parent);
          this.counted.delete(parent);
        }
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

  /** Applies pending changes now. */
  flush(): void {
    this.stopWaiting?.();
    this.stopWaiting = null;
    if (!this.isStale) return;
    this.isStale = false;
    this.sections = null;
    runInAction(() => {
      this.revision += 1;
    });
  }

  /** Opens the groups around a block and closes all others. */
  open(uuid: string | null): void {
    const groups = uuid === null ? [] : ancestorGroupsOf(this.editor, uuid);
    if (groups.join() === this.openGroups.join()) return;
    this.openGroups = groups;
    this.sections = null;
  }

  /** Whether a section's or group's children are shown. */
  isOpen(uuid: string): boolean {
    return this.openGroups.includes(uuid) || this.editor.sectionIds.includes(uuid);
  }

  /** Number of items. */
  get length(): number {
    const last = this.all().at(-1);
    return last ? last.start + last.size : 0;
  }

  /** The items from one index up to, but not including, another. */
  slice(from: number, to: number): readonly BlockTreeEntry[] {
    const lines: BlockTreeEntry[] = [];
    for (const entry of this.all()) {
      if (entry.start >= to) break;
      if (entry.start + entry.size <= from) continue;
      const { start } = entry;
      lines.push(...this.linesOf(entry).slice(Math.max(0, from - start), to - start));
    }
    return lines;
  }

  /** The item at an index. */
  at(place: number): BlockTreeEntry | undefined {
    return place < 0 ? undefined : this.slice(place, place + 1)[0];
  }

  /** All items: orders the whole page. */
  get entries(): readonly BlockTreeEntry[] {
    return this.slice(0, Infinity);
  }

  /** The index of a block's item; -1 when it has none. */
  indexOf(uuid: string): number {
    const section = untracked(() => sectionOf(this.editor, uuid)) ?? uuid;
    const entry = this.all().find((each) => each.section === section);
    if (!entry) return -1;
    const at = this.linesOf(entry).findIndex((line) => line.uuid === uuid);
    return at < 0 ? -1 : entry.start + at;
  }

  /**
   * The sections. Untracked, because `revision` signals changes: observing ten thousand blocks
   * would be slow.
   */
  private all(): readonly OrderedSection[] {
    return (this.sections ??= untracked(() => {
      let start = 0;
      return this.editor.sectionIds.map((section) => {
        const size = 1 + this.countOf(section);
        start += size;
        return { section, start: start - size, size, lines: null };
      });
    }));
  }

  /** The number of items in a section or open group, including open groups inside. */
  private countOf(parent: string): number {
    const inside = this.openGroups.filter(
      (group) => this.editor.blocks.get(group)?.parentUuid === parent,
    );
    const own = this.ordered.get(parent)?.length ?? this.uncachedChildrenOf(parent).length;
    return inside.reduce((sum, group) => sum + this.countOf(group), own);
  }

  private linesOf(entry: OrderedSection): readonly BlockTreeEntry[] {
    return (entry.lines ??= untracked(() => this.build(entry)));
  }

  private build(entry: OrderedSection): readonly BlockTreeEntry[] {
    const { section } = entry;
    const lines: BlockTreeEntry[] = [];
    const rtl = isRtlLanguage(this.editor.fields.settings.lang);
    const { sectionIds } = this.editor;
    const [place, among] = [sectionIds.indexOf(section) + 1, sectionIds.length];
    lines.push({ uuid: section, level: 1, place, among });
    const add = (ids: readonly string[], level: number): void => {
      ids.forEach((uuid, index) => {
        lines.push({ uuid, level, place: index + 1, among: ids.length });
        if (this.openGroups.includes(uuid)) add(this.childrenOf(uuid, rtl), level + 1);
      });
    };
    add(this.childrenOf(section, rtl), 2);
    // It was counted before a pending change: the sections below move.
    const more = lines.length - entry.size;
    entry.size = lines.length;
    if (more !== 0)
      for (const each of this.sections ?? []) if (each.start > entry.start) each.start += more;
    return lines;
  }

  private childrenOf(parent: string, rtl: boolean): readonly string[] {
    const cached = this.ordered.get(parent);
    if (cached) return cached;
    const ids = readingOrderIds(
      this.editor.blocks.get(parent),
      this.uncachedChildrenOf(parent),
      rtl,
    );
    this.ordered.set(parent, ids);
    this.counted.delete(parent);
    return ids;
  }

  private uncachedChildrenOf(parent: string): readonly Block[] {
    let held = this.counted.get(parent);
    if (!held) this.counted.set(parent, (held = this.editor.childrenOf(parent)));
    return held;
  }
}

/**
 * The sections and groups whose order a change may affect; few even when a thousand blocks change.
 */
function parentsOf({ added, removed, updated }: Change): Set<string> {
  const parents = new Set<string>();
  let last: string | undefined;
  const note = ({ uuid, type, parentUuid }: Block): void => {
    if (parentUuid === undefined || type === 'group') parents.add(uuid);
    // Siblings mostly come one after the other.
    if (parentUuid === last || parentUuid === undefined) return;
    last = parentUuid;
    parents.add(parentUuid);
  };
  for (const records of [added, removed]) for (const each of Object.values(records)) note(each);
  for (const [from, to] of Object.values(updated)) {
    note(from);
    note(to);
  }
  return parents;
}

/** The groups around a block, the outermost first, without its section. */
function ancestorGroupsOf(editor: Editor, uuid: string): readonly string[] {
  const ancestors: string[] = [];
  let at = editor.blocks.get(uuid)?.parentUuid;
  while (at !== undefined && !ancestors.includes(at)) {
    ancestors.unshift(at);
    at = editor.blocks.get(at)?.parentUuid;
  }
  return ancestors.slice(1);
}
