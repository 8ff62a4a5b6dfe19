import type { Block, Editor } from '@cobble/engine';
import { topLevelOf } from '../planPainting.ts';

/** More runs than this are painted as one, above all blocks between them until the gesture ends. */
const MAX_RUNS = 4;

/**
 * The page while some blocks are lifted: runs of lifted blocks that are adjacent in paint order,
 * and bands of idle blocks: band 0 below the first run, band 1 above it, and so on.
 */
export interface PageSplit {
  readonly lifted: ReadonlySet<string>;
  /** Ids in paint order, the lowest run first. */
  readonly runs: readonly (readonly string[])[];
  /** The band of an idle child of a section. */
  bandOf(block: Block): number;
  /** The band of a section's own styles. */
  bandOfSection(uuid: string): number;
}

/** Splits the page at some children of sections; null when there are none. */
export function splitPage(editor: Editor, lifted: ReadonlySet<string>): PageSplit | null {
  if (lifted.size === 0) return null;
  const sections = new Map(editor.sectionIds.map((uuid, index) => [uuid, index]));
  const runs = runsOf(editor, lifted);
  const pivots = runs.flatMap((run) => {
    const last = editor.blocks.get(run.at(-1) ?? '');
    return last ? [paintOrderOf(sections, last)] : [];
  });
  if (pivots.length === 0) return null;
  const band = (order: PaintOrder): number =>
    pivots.reduce((count, pivot) => (comparePaintOrder(order, pivot) > 0 ? count + 1 : count), 0);
  return {
    lifted,
    runs,
    bandOf: (block) => band(paintOrderOf(sections, block)),
    bandOfSection: (uuid) => band(sectionPaintOrder(sections, uuid)),
  };
}

function runsOf(editor: Editor, lifted: ReadonlySet<string>): readonly (readonly string[])[] {
  const runs: string[][] = [];
  for (const section of editor.sectionIds) {
    let run: string[] | null = null;
    for (const { uuid } of editor.childrenOf(section)) {
      if (!lifted.has(uuid)) run = null;
      else if (run) run.push(uuid);
      else runs.push((run = [uuid]));
    }
  }
  return runs.length > MAX_RUNS ? [runs.flat()] : runs;
}

/** A block's rank in paint order: section, then z-index, then uuid. */
export interface PaintOrder {
  readonly section: number;
  readonly zIndex: number;
  readonly uuid: string;
}

/** Negative when `a` is painted before `b`. */
export function comparePaintOrder(a: PaintOrder, b: PaintOrder): number {
  if (a.section !== b.section) return a.section - b.section;
  if (a.zIndex !== b.zIndex) return a.zIndex - b.zIndex;
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0;
}

/** The paint order of a section's child. */
export function paintOrderOf(sections: ReadonlyMap<string, number>, block: Block): PaintOrder {
  return {
    section: sections.get(block.parentUuid ?? '') ?? 0,
    zIndex: block.position.zIndex,
    uuid: block.uuid,
  };
}

/** The paint order of a section's own styles: below all of its contents. */
export function sectionPaintOrder(sections: ReadonlyMap<string, number>, uuid: string): PaintOrder {
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
export function liftedIds(editor: Editor): ReadonlySet<string> {
  const { name } = editor.mode;
  if (!MOVING_MODES.has(name) && !editor.isInProgress) return NO_IDS;
  return SECTION_MODES.has(name) ? NO_IDS : selectedTopLevelIds(editor);
}

/** The blocks that would move if the pressed pointer moved now. */
export function pressedBlockIds(editor: Editor): ReadonlySet<string> {
  return editor.mode.name === 'pressing' ? selectedTopLevelIds(editor) : NO_IDS;
}

function selectedTopLevelIds(editor: Editor): ReadonlySet<string> {
  const tops = new Set<string>();
  for (const uuid of editor.selection) {
    const block = topLevelOf(editor, uuid);
    if (block) tops.add(block.uuid);
  }
  return tops;
}
