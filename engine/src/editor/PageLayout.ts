import { createAtom, type IAtom } from 'mobx';
import { translateBox } from '../geometry/boxes.ts';
import { type Block, isSection } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';

/** The part of the store that the layout reads. */
export interface BlockSource {
  readonly blocks: ReadonlyMap<string, Block>;
}

interface Siblings {
  readonly ids: Set<string>;
  readonly atom: IAtom;
  /** Sorted by z-index; null when it must be sorted again. */
  sorted: readonly string[] | null;
  /** The highest z-index, -Infinity without children; null when it must be computed again. */
  highest: number | null;
}

const NONE: readonly string[] = [];

/**
 * The tree of blocks and their positions in page space. Updated record by record; all reads are
 * MobX-observable. A group moves its children but does not rotate them: rotating a group rotates
 * its blocks.
 *
 * Caches order and boxes, with at most one entry per block. `invalidate` drops what a write affects.
 */
export class PageLayout {
  private readonly source: BlockSource;
  private readonly siblings = new Map<string, Siblings>();
  private readonly sections = new Set<string>();
  private readonly sectionsAtom = createAtom('sections');
  /**
   * Observed for all blocks without children, which are most; changes when one of them gets a
   * child.
   */
  private readonly firstChildAtom = createAtom('first child');
  private order: readonly string[] | null = null;
  private boxes: ReadonlyMap<string, Box> | null = null;

  constructor(source: BlockSource) {
    this.source = source;
  }

  /** Must be called after each write to the store. */
  invalidate(uuid: string, previous: Block | undefined, current: Block | undefined): void {
    if (previous && isSection(previous))
      this.invalidateSection(uuid, current && isSection(current) ? current : undefined, previous);
    else if (current && isSection(current)) this.invalidateSection(uuid, current, undefined);
    const from = previous?.parentUuid;
    const to = current?.parentUuid;
    const removed = previous?.position.zIndex;
    const added = current?.position.zIndex;
    if (from !== undefined && from !== to) {
      this.siblingsOf(from).ids.delete(uuid);
      this.invalidateOrder(from, removed, undefined);
    }
    if (to === undefined || (from === to && removed === added)) return;
    this.siblingsOf(to).ids.add(uuid);
    this.invalidateOrder(to, from === to ? removed : undefined, added);
  }

  /** Section ids from top to bottom. */
  get sectionIds(): readonly string[] {
    this.sectionsAtom.reportObserved();
    // Frozen, like the boxes, because hosts receive it.
    this.order ??= Object.freeze(
      [...this.sections].sort((a, b) => {
        const byOrder = this.groupOrder(a) - this.groupOrder(b);
        return byOrder === 0 ? compareIds(a, b) : byOrder;
      }),
    );
    return this.order;
  }

  /** Ids of the children of a section or group, by z-index. */
  childIds(parentUuid: string): readonly string[] {
    const siblings = this.observedSiblings(parentUuid);
    if (!siblings) return NONE;
    siblings.sorted ??= [...siblings.ids].sort((a, b) => {
      const byZIndex = this.zIndex(a) - this.zIndex(b);
      return byZIndex === 0 ? compareIds(a, b) : byZIndex;
    });
    return siblings.sorted;
  }

  /** The highest z-index of the children of a section or group; null without children. */
  highestZIndex(parentUuid: string): number | null {
    const siblings = this.observedSiblings(parentUuid);
    if (!siblings) return null;
    if (siblings.highest === null) {
      let highest = -Infinity;
      for (const uuid of siblings.ids) highest = Math.max(highest, this.zIndex(uuid));
      siblings.highest = highest;
    }
    return siblings.ids.size === 0 ? null : siblings.highest;
  }

  /** The children of a section or group, by z-index. */
  childrenOf(parentUuid: string): readonly Block[] {
    const children: Block[] = [];
    for (const uuid of this.childIds(parentUuid)) {
      const child = this.source.blocks.get(uuid);
      if (child) children.push(child);
    }
    return children;
  }

  /** Blocks and their descendants, parents first, each once. */
  withDescendants(uuids: Iterable<string>): readonly Block[] {
    const found = new Map<string, Block>();
    const visit = (uuid: string): void => {
      const block = this.source.blocks.get(uuid);
      if (!block || found.has(uuid)) return;
      found.set(uuid, block);
      for (const child of this.childIds(uuid)) visit(child);
    };
    for (const uuid of uuids) visit(uuid);
    return [...found.values()];
  }

  /** The given ids that are on the page and not descendants of other given ids. */
  rootsOf(uuids: Iterable<string>): readonly string[] {
    const ids = new Set(uuids);
    return [...ids].filter(
      (uuid) =>
        this.source.blocks.has(uuid) && !this.ancestorsOf(uuid).some((each) => ids.has(each)),
    );
  }

  /** Ids of a block's ancestors, nearest first. */
  ancestorsOf(uuid: string): readonly string[] {
    const ancestors: string[] = [];
    let parent = this.source.blocks.get(uuid)?.parentUuid;
    while (parent !== undefined) {
      ancestors.push(parent);
      parent = this.source.blocks.get(parent)?.parentUuid;
    }
    return ancestors;
  }

  /** The section of a block, or the section itself; null for an unknown id. */
  sectionOf(uuid: string): string | null {
    if (!this.source.blocks.has(uuid)) return null;
    return this.ancestorsOf(uuid).at(-1) ?? uuid;
  }

  /** Unrotated box in page space; null for an unknown id. */
  boxOf(uuid: string): Box | null {
    const block = this.source.blocks.get(uuid);
    if (!block) return null;
    if (block.parentUuid === undefined) return this.sectionBoxes().get(uuid) ?? null;
    const parent = this.boxOf(block.parentUuid);
    const { x, y, width, height } = block.position;
    return parent && translateBox({ x, y, width, height }, parent.x, parent.y);
  }

  /** Boxes of the sections in page space, from top to bottom. */
  sectionBoxes(): ReadonlyMap<string, Box> {
    this.sectionsAtom.reportObserved();
    if (this.boxes) return this.boxes;
    const boxes = new Map<string, Box>();
    let y = 0;
    for (const uuid of this.sectionIds) {
      const block = this.source.blocks.get(uuid);
      if (!block) continue;
      const { width, height } = block.position;
      boxes.set(uuid, Object.freeze({ x: (1 - width) / 2, y, width, height }));
      y += height;
    }
    this.boxes = boxes;
    return boxes;
  }

  /** The section at a vertical position on the page; null above the first and below the last. */
  sectionAt(y: number): string | null {
    for (const [uuid, box] of this.sectionBoxes())
      if (y >= box.y && y < box.y + box.height) return uuid;
    return null;
  }

  /** Sum of the sections' heights. */
  get height(): number {
    let height = 0;
    for (const box of this.sectionBoxes().values()) height += box.height;
    return height;
  }

  private invalidateSection(
    uuid: string,
    current: Block | undefined,
    previous: Block | undefined,
  ): void {
    if (current) this.sections.add(uuid);
    else this.sections.delete(uuid);
    if (!current || !previous || groupOrderOf(current) !== groupOrderOf(previous))
      this.order = null;
    else if (
      current.position.width === previous.position.width &&
      current.position.height === previous.position.height
    )
      return;
    this.boxes = null;
    this.sectionsAtom.reportChanged();
  }

  private observedSiblings(parent: string): Siblings | null {
    const siblings = this.siblings.get(parent);
    (siblings?.atom ?? this.firstChildAtom).reportObserved();
    return siblings ?? null;
  }

  private siblingsOf(parent: string): Siblings {
    const known = this.siblings.get(parent);
    if (known) return known;
    const created: Siblings = {
      ids: new Set(),
      atom: createAtom('children'),
      sorted: null,
      highest: -Infinity,
    };
    this.siblings.set(parent, created);
    this.firstChildAtom.reportChanged();
    return created;
  }

  /** Called when a z-index was added, removed or replaced. */
  private invalidateOrder(
    parent: string,
    removed: number | undefined,
    added: number | undefined,
  ): void {
    const siblings = this.siblingsOf(parent);
    siblings.sorted = null;
    const { highest } = siblings;
    if (highest !== null) {
      if (added !== undefined && added >= highest) siblings.highest = added;
      else if (removed !== undefined && removed >= highest) siblings.highest = null;
    }
    siblings.atom.reportChanged();
  }

  private groupOrder(uuid: string): number {
    const block = this.source.blocks.get(uuid);
    return block ? groupOrderOf(block) : 0;
  }

  private zIndex(uuid: string): number {
    return this.source.blocks.get(uuid)?.position.zIndex ?? 0;
  }
}

/** A section's order number. */
export function groupOrderOf(section: Block): number {
  const order = (section.content as { readonly groupOrder?: unknown }).groupOrder;
  return typeof order === 'number' ? order : 0;
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
