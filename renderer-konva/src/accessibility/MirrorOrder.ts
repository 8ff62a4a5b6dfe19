import { type Block, type Change, type Editor, idsInOrder, isRtlLanguage } from '@cobble/engine';
import { makeObservable, observable, runInAction, untracked } from 'mobx';
import { sectionOf } from './describeBlock.ts';

/** One line of the list: a section, a block, or what lies in a group that was gone into. */
export interface MirrorEntry {
  readonly uuid: string;
  /** 1 for sections, 2 for what lies in them, more in groups. */
  readonly level: number;
  /** Its place among those beside it, from 1, and how many these are. */
  readonly place: number;
  readonly among: number;
}

/** The lines of one section, which are put in order when somebody comes near. */
interface Chapter {
  readonly section: string;
  start: number;
  size: number;
  lines: readonly MirrorEntry[] | null;
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
 * The lines of the list of blocks, in reading order; a section's are put in order when they are
 * asked for, and only counted till then. A change of the page costs nothing but a note
 * of which sections and groups it touched; these are put in order anew when the browser has time, or
 * at once by {@link MirrorOrder.flush}, before somebody walks on.
 */
export class MirrorOrder {
  /** Counts up when the lines, or what they say, may have changed. */
  revision = 0;
  private readonly editor: Editor;
  private readonly later: Later;
  private readonly ordered = new Map<string, readonly string[]>();
  /** What sections and groups hold that are counted and not yet in order. */
  private readonly counted = new Map<string, readonly Block[]>();
  private openGroups: readonly string[] = [];
  private chapters: readonly Chapter[] | null = null;
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

  /** Takes up what has changed now. */
  flush(): void {
    this.stopWaiting?.();
    this.stopWaiting = null;
    if (!this.isStale) return;
    this.isStale = false;
    this.chapters = null;
    runInAction(() => {
      this.revision += 1;
    });
  }

  /** Shows what lies in the groups that hold a block, and nothing of other groups. */
  open(uuid: string | null): void {
    const groups = uuid === null ? [] : holdersOf(this.editor, uuid);
    if (groups.join() === this.openGroups.join()) return;
    this.openGroups = groups;
    this.chapters = null;
  }

  /** Whether what a section or group holds is shown. */
  isOpen(uuid: string): boolean {
    return this.openGroups.includes(uuid) || this.editor.sectionIds.includes(uuid);
  }

  /** How many lines there are. */
  get length(): number {
    const last = this.all().at(-1);
    return last ? last.start + last.size : 0;
  }

  /** The lines from one place to before another, from the top. */
  slice(from: number, to: number): readonly MirrorEntry[] {
    const lines: MirrorEntry[] = [];
    for (const chapter of this.all()) {
      if (chapter.start >= to) break;
      if (chapter.start + chapter.size <= from) continue;
      const { start } = chapter;
      lines.push(...this.linesOf(chapter).slice(Math.max(0, from - start), to - start));
    }
    return lines;
  }

  /** The line at a place. */
  at(place: number): MirrorEntry | undefined {
    return place < 0 ? undefined : this.slice(place, place + 1)[0];
  }

  /** All lines: puts the whole page in order. */
  get entries(): readonly MirrorEntry[] {
    return this.slice(0, Infinity);
  }

  /** The line of a block; -1 when it has none. */
  indexOf(uuid: string): number {
    const section = untracked(() => sectionOf(this.editor, uuid)) ?? uuid;
    const chapter = this.all().find((each) => each.section === section);
    if (!chapter) return -1;
    const at = this.linesOf(chapter).findIndex((line) => line.uuid === uuid);
    return at < 0 ? -1 : chapter.start + at;
  }

  /** The chapters; the revision tells of changes: ten thousand blocks are not watched one by one. */
  private all(): readonly Chapter[] {
    return (this.chapters ??= untracked(() => {
      let start = 0;
      return this.editor.sectionIds.map((section) => {
        const size = 1 + this.countOf(section);
        start += size;
        return { section, start: start - size, size, lines: null };
      });
    }));
  }

  /** How many lines a section or an open group holds, what lies in open groups included. */
  private countOf(parent: string): number {
    const inside = this.openGroups.filter(
      (group) => this.editor.blocks.get(group)?.parentUuid === parent,
    );
    const own = this.ordered.get(parent)?.length ?? this.heldBy(parent).length;
    return inside.reduce((sum, group) => sum + this.countOf(group), own);
  }

  private linesOf(chapter: Chapter): readonly MirrorEntry[] {
    return (chapter.lines ??= untracked(() => this.build(chapter)));
  }

  private build(chapter: Chapter): readonly MirrorEntry[] {
    const { section } = chapter;
    const lines: MirrorEntry[] = [];
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
    // It was counted before a change that is not taken up yet: those below stand elsewhere.
    const more = lines.length - chapter.size;
    chapter.size = lines.length;
    if (more !== 0)
      for (const each of this.chapters ?? []) if (each.start > chapter.start) each.start += more;
    return lines;
  }

  private childrenOf(parent: string, rtl: boolean): readonly string[] {
    const known = this.ordered.get(parent);
    if (known) return known;
    const ids = idsInOrder(this.editor.blocks.get(parent), this.heldBy(parent), rtl);
    this.ordered.set(parent, ids);
    this.counted.delete(parent);
    return ids;
  }

  private heldBy(parent: string): readonly Block[] {
    let held = this.counted.get(parent);
    if (!held) this.counted.set(parent, (held = this.editor.childrenOf(parent)));
    return held;
  }
}

/** The sections and groups whose order a change may have touched; of a thousand blocks it is few. */
function parentsOf({ added, removed, updated }: Change): Set<string> {
  const parents = new Set<string>();
  let last: string | undefined;
  const note = ({ uuid, type, parentUuid }: Block): void => {
    if (parentUuid === undefined || type === 'group') parents.add(uuid);
    // Those that lie together mostly come one after the other.
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
