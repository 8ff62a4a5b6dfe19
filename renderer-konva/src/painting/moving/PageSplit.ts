import type { Block, Editor } from '@cobble/engine';
import { topLevelOf } from '../planPainting.ts';

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

/** A block's rank in paint order: section, then z-index, then uuid. */
export interface PaintPlace {
  readonly section: number;
  readonly zIndex: number;
  readonly uuid: string;
}

/** Negative when `a` is painted before `b`. */
export function comparePlaces(a: PaintPlace, b: PaintPlace): number {
  if (a.section !== b.section) return a.section - b.section;
  if (a.zIndex !== b.zIndex) return a.zIndex - b.zIndex;
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0;
}

/** The paint order of a section's child. */
export function placeOf(sections: ReadonlyMap<string, number>, block: Block): PaintPlace {
  return {
    section: sections.get(block.parentUuid ?? '') ?? 0,
    zIndex: block.position.zIndex,
    uuid: block.uuid,
  };
}

/** The paint order of a section's own styles: below all of its contents. */
export function sectionPlaceOf(sections: ReadonlyMap<string, number>, uuid: string): PaintPlace {
  return { section: sections.get(uuid) ?? 0, zIndex: -Infinity, uuid: '' };
}

const NO_IDS: ReadonlySet<string> = new Set();
const MOVING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'text-editing',
  'inline-text-editing',
]);
/** In these modes the in-progress copy changes sections, not the selected blocks. */
const SECTION_MODES = new Set([
  'resizing-section',
  'resizing-section-width',
  'slicing',
  'resizing-cutoff',
]);

/**
 * The children of sections that change from frame to frame now: the selection during a gesture or
 * an edit in progress.
 */
export function movingIds(editor: Editor): ReadonlySet<string> {
  const { name } = editor.mode;
  if (!MOVING_MODES.has(name) && !editor.isInProgress) return NO_IDS;
  return SECTION_MODES.has(name) ? NO_IDS : selectedTops(editor);
}

/** The blocks that would move if the pressed pointer moved now. */
export function pressedIds(editor: Editor): ReadonlySet<string> {
  return editor.mode.name === 'pressing' ? selectedTops(editor) : NO_IDS;
}

function selectedTops(editor: Editor): ReadonlySet<string> {
  const tops = new Set<string>();
  for (const uuid of editor.selection) {
    const block = topLevelOf(editor, uuid);
    if (block) tops.add(block.uuid);
  }
  return tops;
}
