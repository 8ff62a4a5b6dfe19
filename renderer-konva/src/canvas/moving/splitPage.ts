import type { Block, Editor } from '@cobble/engine';
import { comparePlaces, type PaintPlace, placeOf, sectionPlaceOf } from './PaintPlace.ts';

/** More runs than this are painted as one, above all blocks between them until the gesture ends. */
const MAX_RUNS = 4;

/**
 * The page while some blocks are lifted: runs of lifted blocks that are adjacent in paint order,
 * and bands of idle blocks: band 0 below the first run, band 1 above it, and so on.
 */
export interface PageSplit {
  readonly apart: ReadonlySet<string>;
  /** Ids in paint order, the lowest run first. */
  readonly runs: readonly (readonly string[])[];
  /** The band of an idle child of a section. */
  bandOf(block: Block): number;
  /** The band of a section's own styles. */
  bandOfSection(uuid: string): number;
}

/** Splits the page at some children of sections; null when there are none. */
export function splitPage(editor: Editor, apart: ReadonlySet<string>): PageSplit | null {
  if (apart.size === 0) return null;
  const sections = new Map(editor.sectionIds.map((uuid, index) => [uuid, index]));
  const runs = runsOf(editor, apart);
  const pivots = runs.flatMap((run) => {
    const last = editor.blocks.get(run.at(-1) ?? '');
    return last ? [placeOf(sections, last)] : [];
  });
  if (pivots.length === 0) return null;
  const band = (place: PaintPlace): number =>
    pivots.reduce((count, pivot) => (comparePlaces(place, pivot) > 0 ? count + 1 : count), 0);
  return {
    apart,
    runs,
    bandOf: (block) => band(placeOf(sections, block)),
    bandOfSection: (uuid) => band(sectionPlaceOf(sections, uuid)),
  };
}

function runsOf(editor: Editor, apart: ReadonlySet<string>): readonly (readonly string[])[] {
  const runs: string[][] = [];
  for (const section of editor.sectionIds) {
    let run: string[] | null = null;
    for (const { uuid } of editor.childrenOf(section)) {
      if (!apart.has(uuid)) run = null;
      else if (run) run.push(uuid);
      else runs.push((run = [uuid]));
    }
  }
  return runs.length > MAX_RUNS ? [runs.flat()] : runs;
}
