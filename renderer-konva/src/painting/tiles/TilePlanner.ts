import type { Box, Editor } from '@cobble/engine';
import type { PageSplit } from '../moving/PageSplit.ts';
import { hasOwnStyles, type PaintStep, planPainting } from '../planPainting.ts';
import type { PaintedAreas } from '../PaintedAreas.ts';
import type { ResourceUses } from '../ResourceUses.ts';
import { intersectBoxes } from '../../paint/boxes.ts';

/** Finds what to paint in an area of the page, and records where blocks were painted. */
export class TilePlanner {
  readonly #editor: Editor;
  readonly #areas: PaintedAreas;
  readonly #uses: ResourceUses;
  readonly #paintedAreas = new Map<string, Box>();

  constructor(editor: Editor, areas: PaintedAreas, uses: ResourceUses) {
    this.#editor = editor;
    this.#areas = areas;
    this.#uses = uses;
  }

  /** Where a block was last painted, page space. */
  paintedArea(uuid: string): Box | null {
    return this.#paintedAreas.get(uuid) ?? null;
  }

  /** Removes a deleted block's painted area. */
  removeBlock(uuid: string): void {
    this.#paintedAreas.delete(uuid);
  }

  /** Plans all idle blocks in an area of page space as one bitmap. */
  flat(area: Box, split: PageSplit | null): readonly PaintStep[] {
    return this.#plan(this.#find(area), split, () => true);
  }

  /** Plans the idle blocks in an area, band by band. */
  bands(area: Box, split: PageSplit): readonly (readonly PaintStep[])[] {
    const found = this.#find(area);
    return Array.from({ length: split.runs.length + 1 }, (_, band) =>
      this.#plan(found, split, (own) => own === band),
    );
  }

  /** Whether any idle block in an area is above lifted blocks. */
  hasUpperBand(area: Box, split: PageSplit): boolean {
    return this.bands(area, split).some((steps, band) => band > 0 && steps.length > 0);
  }

  #find(area: Box): readonly string[] {
    const found: string[] = [];
    for (const uuid of this.#editor.index.search(this.#areas.searchBox(area))) {
      const own = this.#areas.areaOf(uuid);
      if (!own || !intersectBoxes(own, area)) continue;
      this.#paintedAreas.set(uuid, own);
      found.push(uuid);
    }
    return found;
  }

  #plan(
    found: readonly string[],
    split: PageSplit | null,
    isIn: (band: number) => boolean,
  ): readonly PaintStep[] {
    return planPainting(this.#editor, this.#uses.resources, found, {
      block: (block) => !split || (!split.lifted.has(block.uuid) && isIn(split.bandOf(block))),
      section: (section) =>
        hasOwnStyles(section) && (!split || isIn(split.bandOfSection(section.uuid))),
    });
  }
}
