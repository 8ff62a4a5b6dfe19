import type { Block, Box, Editor } from '@cobble/engine';
import type { PaintedAreas } from './PaintedAreas.ts';
import { clipsContents, hasOwnStyles, isPaintedAsOne } from './planPainting.ts';
import type { TilePlanner } from './tiles/TilePlanner.ts';
import { topLevelOf } from './planPainting.ts';

/** Receives the dirty regions of a page. */
export interface DirtyRegionTarget {
  /** Marks an area of page space as dirty. */
  mark(area: Box): void;
  /**
   * A lifted block or one of its descendants changed. `uuid` is the section's child; `isDescendant`
   * is false when that block itself changed.
   */
  movingChanged(uuid: string, isDescendant: boolean): void;
}

/** Larger than any page, units. */
const HUGE = 1e6;

/** Collects changed records and turns them into dirty regions at the next frame. */
export class DirtyRegions {
  readonly #editor: Editor;
  readonly #areas: PaintedAreas;
  readonly #planner: TilePlanner;
  /** Each block as it was before its change; undefined when it did not exist. */
  readonly #changed = new Map<string, Block | undefined>();
  #sections: ReadonlyMap<string, Box>;

  constructor(editor: Editor, areas: PaintedAreas, planner: TilePlanner) {
    this.#editor = editor;
    this.#areas = areas;
    this.#planner = planner;
    this.#sections = this.#sectionBoxes();
  }

  /** Notes that a record was added, replaced or removed. */
  note(uuid: string, before: Block | undefined, after: Block | undefined): void {
    if (after) this.#areas.note(after, before);
    if (!this.#changed.has(uuid)) this.#changed.set(uuid, before);
  }

  /** Notes that a block is painted differently although its record is unchanged. */
  touch(uuid: string): void {
    this.note(uuid, this.#editor.blocks.get(uuid), undefined);
  }

  /** Reports everything that changed since the last call. */
  flush(lifted: ReadonlySet<string>, target: DirtyRegionTarget): void {
    if (this.#changed.size === 0) return;
    const editor = this.#editor;
    let haveSectionsChanged = false;
    for (const [uuid, before] of this.#changed) {
      const after = editor.blocks.get(uuid);
      if ((after ?? before)?.parentUuid === undefined) {
        haveSectionsChanged = true;
        this.#sectionChanged(uuid, before, after, target);
        continue;
      }
      const top = topLevelOf(editor, uuid);
      if (top && lifted.has(top.uuid)) target.movingChanged(top.uuid, top.uuid !== uuid);
      else this.blockChanged(uuid, target);
    }
    this.#changed.clear();
    if (haveSectionsChanged) this.#shiftSections(target);
  }

  /** Marks where a block and its descendants were painted and where they are painted now. */
  blockChanged(uuid: string, target: Pick<DirtyRegionTarget, 'mark'>): void {
    const before = this.#planner.paintedArea(uuid);
    const now = this.#areas.areaOf(uuid);
    if (before) target.mark(before);
    if (now) target.mark(now);
    else this.#planner.removeBlock(uuid);
    if (this.#editor.blocks.get(uuid)?.type !== 'group') return;
    for (const child of this.#editor.childrenOf(uuid)) this.blockChanged(child.uuid, target);
  }

  #sectionChanged(
    uuid: string,
    before: Block | undefined,
    after: Block | undefined,
    target: DirtyRegionTarget,
  ): void {
    const hasNewStyles = before?.styles !== after?.styles;
    const paintsItself = [before, after].some(
      (block) => block && (hasOwnStyles(block) || clipsContents(block) || isPaintedAsOne(block)),
    );
    if (!paintsItself && before && after) return;
    if (
      hasNewStyles ||
      before?.position !== after?.position ||
      !before ||
      !after ||
      before === after
    )
      this.#markSection(uuid, target);
  }

  /** Marks a section's full width, because its styles affect all of its contents. */
  #markSection(uuid: string, target: DirtyRegionTarget): void {
    const before = this.#planner.paintedArea(uuid);
    const box = this.#sections.get(uuid);
    const now = this.#areas.areaOf(uuid);
    for (const area of [before, box, now])
      if (area) target.mark({ ...area, x: -HUGE, width: 2 * HUGE });
  }

  /** Marks the page from the topmost section that was added, removed or moved. */
  #shiftSections(target: DirtyRegionTarget): void {
    const before = this.#sections;
    const now = this.#sectionBoxes();
    this.#sections = now;
    let from = Infinity;
    for (const [uuid, box] of now) {
      const old = before.get(uuid);
      if (old?.x !== box.x || old.y !== box.y) from = Math.min(from, box.y, old?.y ?? box.y);
    }
    for (const [uuid, box] of before) if (!now.has(uuid)) from = Math.min(from, box.y);
    if (from === Infinity) return;
    // Contents of a section may be painted above it.
    const top = this.#areas.searchBox({ x: 0, y: from, width: 0, height: 0 }).y;
    target.mark({ x: -HUGE, y: top - 1, width: 2 * HUGE, height: 2 * HUGE });
  }

  #sectionBoxes(): ReadonlyMap<string, Box> {
    const editor = this.#editor;
    return new Map(
      editor.sectionIds.flatMap((uuid) => {
        const box = editor.boxOf(uuid);
        return box ? [[uuid, box] as const] : [];
      }),
    );
  }
}
