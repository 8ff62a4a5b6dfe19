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
  /** Its position among its siblings, from 1, and the number of siblings, itself included. */
  readonly positionInSet: number;
  readonly setSize: number;
}

/** The items of one section, which are put in order when they are needed. */
interface OrderedSection {
  readonly uuid: string;
  start: number;
  size: number;
  entries: readonly BlockTreeEntry[] | null;
}

/** Calls a function when the browser is idle; returns a function that cancels it. */
type RunWhenIdle = (run: () => void) => () => void;

const whenIdle: RunWhenIdle = (run) => {
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
  private readonly runWhenIdle: RunWhenIdle;
  private readonly ordered = new Map<string, readonly string[]>();
  /** Children of sections and groups that are counted but not in order yet. */
  private readonly counted = new Map<string, readonly Block[]>();
  private openGroups: readonly string[] = [];
  private sections: readonly OrderedSection[] | null = null;
  private cancelFlush: (() => void) | null = null;
  private isStale = false;

  constructor(editor: Editor, runWhenIdle: RunWhenIdle = whenIdle) {
    this.editor = editor;
    this.runWhenIdle = runWhenIdle;
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
      this.cancelFlush ??= this.runWhenIdle(() => {
        this.flush();
      });
    });
    return () => {
      stop();
      this.cancelFlush?.();
      this.cancelFlush = null;
    };
  }

  /** Applies pending changes now. */
  flush(): void {
    this.cancelFlush?.();
    this.cancelFlush = null;
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
    const last = this.orderedSections().at(-1);
    return last ? last.start + last.size : 0;
  }

  /** The items from one index up to, but not including, another. */
  slice(from: number, to: number): readonly BlockTreeEntry[] {
    const entries: BlockTreeEntry[] = [];
    for (const section of this.orderedSections()) {
      const { start, size } = section;
      if (start >= to) break;
      if (start + size <= from) continue;
      entries.push(...this.entriesOf(section).slice(Math.max(0, from - start), to - start));
    }
    return entries;
  }

  /** The item at an index. */
  at(index: number): BlockTreeEntry | undefined {
    return index < 0 ? undefined : this.slice(index, index + 1)[0];
  }

  /** All items: orders the whole page. */
  get entries(): readonly BlockTreeEntry[] {
    return this.slice(0, Infinity);
  }

  /** The index of a block's item; -1 when it has none. */
  indexOf(uuid: string): number {
    const sectionId = untracked(() => sectionOf(this.editor, uuid)) ?? uuid;
    const section = this.orderedSections().find((each) => each.uuid === sectionId);
    if (!section) return -1;
    const at = this.entriesOf(section).findIndex((entry) => entry.uuid === uuid);
    return at < 0 ? -1 : section.start + at;
  }

  /**
   * The sections. Untracked, because `revision` signals changes: observing ten thousand blocks
   * would be slow.
   */
  private orderedSections(): readonly OrderedSection[] {
    return (this.sections ??= untracked(() => {
      let start = 0;
      return this.editor.sectionIds.map((uuid) => {
        const size = 1 + this.countOf(uuid);
        start += size;
        return { uuid, start: start - size, size, entries: null };
      });
    }));
  }

  /** The number of items in a section or open group, with those in open groups inside it. */
  private countOf(parent: string): number {
    const inside = this.openGroups.filter(
      (group) => this.editor.blocks.get(group)?.parentUuid === parent,
    );
    const own = this.ordered.get(parent)?.length ?? this.uncachedChildrenOf(parent).length;
    return inside.reduce((sum, group) => sum + this.countOf(group), own);
  }

  private entriesOf(section: OrderedSection): readonly BlockTreeEntry[] {
    return (section.entries ??= untracked(() => this.build(section)));
  }

  private build(section: OrderedSection): readonly BlockTreeEntry[] {
    const rtl = isRtlLanguage(this.editor.fields.settings.lang);
    const { sectionIds } = this.editor;
    const positionInSet = sectionIds.indexOf(section.uuid) + 1;
    const entries: BlockTreeEntry[] = [
      { uuid: section.uuid, level: 1, positionInSet, setSize: sectionIds.length },
    ];
    const add = (ids: readonly string[], level: number): void => {
      ids.forEach((uuid, index) => {
        entries.push({ uuid, level, positionInSet: index + 1, setSize: ids.length });
        if (this.openGroups.includes(uuid)) add(this.childrenOf(uuid, rtl), level + 1);
      });
    };
    add(this.childrenOf(section.uuid, rtl), 2);
    // A pending change may have added or removed items since the section was counted.
    const more = entries.length - section.size;
    section.size = entries.length;
    if (more !== 0)
      for (const each of this.sections ?? []) if (each.start > section.start) each.start += more;
    return entries;
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
    let children = this.counted.get(parent);
    if (!children) this.counted.set(parent, (children = this.editor.childrenOf(parent)));
    return children;
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
    // Siblings mostly follow each other.
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
