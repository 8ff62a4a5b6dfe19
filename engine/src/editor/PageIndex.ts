import { createAtom } from 'mobx';
import { translateBox } from '../geometry/boxes.ts';
import {
  createSpatialIndex,
  type MutableSpatialIndex,
  type SpatialEntry,
  type SpatialIndex,
} from '../geometry/spatialIndex.ts';
import { paintKey } from '../geometry/paintKey.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import type { Box, Point } from '../model/Position.ts';
import type { BlockSource, PageLayout } from './PageLayout.ts';

/**
 * Finds blocks by position. Each section has an index in its own space, so that moving or resizing
 * a section costs nothing. Sections are found too, below their blocks.
 *
 * A cache with one entry per block: `invalidate` marks an entry, and the next query updates it.
 */
export class PageIndex implements SpatialIndex {
  private readonly source: BlockSource;
  private readonly layout: PageLayout;
  private readonly atom = createAtom('index');
  private readonly indexes = new Map<string, MutableSpatialIndex>();
  /** The section whose index contains a block. */
  private readonly sectionsByBlock = new Map<string, string>();
  private readonly dirty = new Set<string>();

  constructor(source: BlockSource, layout: PageLayout) {
    this.source = source;
    this.layout = layout;
  }

  /** Must be called after each write to the store. */
  invalidate(uuid: string): void {
    // Observers are notified once; those that query again update the index.
    const wasDirty = this.dirty.size > 0;
    this.dirty.add(uuid);
    if (!wasDirty) this.atom.reportChanged();
  }

  search(box: Box): readonly string[] {
    this.refresh();
    const found: string[] = [];
    for (const [section, { x, y }] of this.layout.sectionBoxes())
      found.push(...this.indexOf(section).search(translateBox(box, -x, -y)));
    return found;
  }

  at(point: Point): readonly string[] {
    this.refresh();
    const found: string[] = [];
    for (const [section, { x, y }] of [...this.layout.sectionBoxes()].reverse())
      found.push(...this.indexOf(section).at({ x: point.x - x, y: point.y - y }));
    return found;
  }

  boundsOf(uuid: string): Box | null {
    this.refresh();
    const section = this.sectionsByBlock.get(uuid);
    const origin = section === undefined ? undefined : this.layout.sectionBoxes().get(section);
    if (section === undefined || !origin) return null;
    const bounds = this.indexOf(section).boundsOf(uuid);
    return bounds && translateBox(bounds, origin.x, origin.y);
  }

  private refresh(): void {
    this.atom.reportObserved();
    if (this.dirty.size === 0) return;
    for (const uuid of this.dirty) if (!this.source.blocks.has(uuid)) this.remove(uuid);
    const changed = new Set<string>();
    for (const uuid of this.dirty) {
      const block = this.source.blocks.get(uuid);
      if (!block) continue;
      changed.add(uuid);
      // A group's descendants move with it; a section's do not, in the section's space.
      if (block.parentUuid !== undefined && this.layout.childIds(uuid).length > 0)
        for (const each of this.layout.withDescendants([uuid])) changed.add(each.uuid);
    }
    this.dirty.clear();
    if (changed.size > 200 && changed.size > this.sectionsByBlock.size / 2) this.reload();
    else this.upsert(changed);
  }

  private upsert(uuids: Iterable<string>): void {
    const bySection = new Map<string, SpatialEntry[]>();
    for (const uuid of uuids) {
      const block = this.source.blocks.get(uuid);
      const section = this.layout.sectionOf(uuid);
      if (!block || section === null) continue;
      if (this.sectionsByBlock.get(uuid) !== section) this.remove(uuid);
      this.sectionsByBlock.set(uuid, section);
      const { box, key } = this.entryOf(block);
      const entry = { uuid, box, rotationDeg: rotationOf(block), paintKey: key };
      const entries = bySection.get(section);
      if (entries) entries.push(entry);
      else bySection.set(section, [entry]);
    }
    for (const [section, entries] of bySection) this.indexOf(section).upsertAll(entries);
  }

  private reload(): void {
    this.sectionsByBlock.clear();
    this.indexes.clear();
    for (const section of this.layout.sectionIds) {
      const blocks = this.layout.withDescendants([section]);
      this.indexOf(section).load(
        blocks.map((block) => {
          this.sectionsByBlock.set(block.uuid, section);
          const { box, key } = this.entryOf(block);
          return { uuid: block.uuid, box, rotationDeg: rotationOf(block), paintKey: key };
        }),
      );
    }
  }

  private remove(uuid: string): void {
    const section = this.sectionsByBlock.get(uuid);
    if (section === undefined) return;
    this.sectionsByBlock.delete(uuid);
    this.indexOf(section).remove(uuid);
  }

  private indexOf(section: string): MutableSpatialIndex {
    const known = this.indexes.get(section);
    if (known) return known;
    const created = createSpatialIndex();
    this.indexes.set(section, created);
    return created;
  }

  /** A block's box in its section's space, and its paint key. */
  private entryOf(block: Block): { box: Box; key: string } {
    const { x, y, width, height, zIndex } = block.position;
    if (block.parentUuid === undefined)
      return { box: { x: 0, y: 0, width, height }, key: paintKey('', 0, block.uuid) };
    const parent = this.source.blocks.get(block.parentUuid);
    const parentEntry = parent
      ? this.entryOf(parent)
      : { box: { x: 0, y: 0, width: 0, height: 0 }, key: '' };
    return {
      box: { x: parentEntry.box.x + x, y: parentEntry.box.y + y, width, height },
      key: paintKey(parentEntry.key, zIndex, block.uuid),
    };
  }
}
