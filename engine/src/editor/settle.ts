import { GEOMETRY } from '../constants/geometry.ts';
import { translateBox, unionBoxes } from '../geometry/boxes.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import { type Block, isSection } from '../model/Block.ts';
import { equalJson } from '../model/json.ts';
import { marginOf, relativeHeightOf } from '../model/Page.ts';
import { type Box, type Position, roundLength } from '../model/Position.ts';
import { refuseLocked } from './locks.ts';
import type { PageLayout } from './PageLayout.ts';
import type { PageStore } from './PageStore.ts';
import {
  isStorablePosition,
  limitLength,
  moveInto,
  spreadBlock,
  withPosition,
} from './blockPosition.ts';

/** The tolerance for lengths that several changes of the reference width have rounded. */
const TOLERANCE = 5e-6;

/** The state that {@link settle} reads and writes. */
interface SettleState {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly layout: PageLayout;
  readonly lockedByOthers: ReadonlySet<string>;
  readonly referenceWidth: number;
  readonly store: PageStore;
}

/** The height of a section before and after it has grown to fit its contents, in units. */
export interface SectionGrowth {
  readonly from: number;
  readonly to: number;
}

/** Most edits write no blocks of groups. */
const NO_IDS: ReadonlySet<string> = new Set();

/** Most edits make no section grow. */
const NO_GROWTH: ReadonlyMap<string, SectionGrowth> = new Map();

/**
 * Restores the invariants of the page at a commit, for the blocks that the in-progress edit has
 * written: groups fit their contents, a block whose centre is over another section becomes its
 * child, sections grow to fit their contents, and `relativeHeight` is the sum of their heights.
 * Loading or replacing a page, undo and redo settle nothing. Returns the growth of sections by id.
 */
export function settle(state: SettleState): ReadonlyMap<string, SectionGrowth> {
  const factor = conversionOf(state);
  const moved: Block[] = [];
  const removed: string[] = [];
  for (const uuid of state.store.touchedIds) {
    const block = state.blocks.get(uuid);
    const stable = stableRecord(state, uuid, factor);
    if (!block) removed.push(uuid);
    else if (block.position !== stable?.position || block.parentUuid !== stable.parentUuid)
      moved.push(block);
  }
  fitGroups(state, moved, removed);
  for (const { uuid } of moved) reparent(state, uuid, stableRecord(state, uuid, factor));
  const grown = growSections(state, moved);
  keepSpace(state, factor);
  updatePageHeight(state);
  return grown;
}

/**
 * A block's record before the edit, converted to the current reference width: converting all
 * positions to another width does not move blocks relative to each other.
 *
 * @param factor from {@link conversionOf}
 */
function stableRecord(
  { blocks, store }: SettleState,
  uuid: string,
  factor: number,
): Block | undefined {
  const stable = store.stableBlock(uuid);
  if (!stable || factor === 1) return stable;
  const converted = spreadBlock(stable, factor);
  const position = blocks.get(uuid)?.position;
  return position && isClose(position, converted.position) ? { ...converted, position } : converted;
}

/**
 * The factor by which the edit has multiplied all positions; 1 if it kept the reference width or
 * scaled the page.
 */
function conversionOf({ blocks, referenceWidth, store }: SettleState): number {
  const factor = store.stableFields.settings.referenceWidth / referenceWidth;
  if (factor === 1) return factor;
  for (const uuid of store.touchedIds) {
    const block = blocks.get(uuid);
    const stable = store.stableBlock(uuid);
    if (!block || !stable || stable.position.width === 0) continue;
    if (block.position === stable.position) return 1;
    // Other edits may have moved or resized this block, but hardly ever by exactly this factor.
    if (isClose(block.position, spreadBlock(stable, factor).position)) return factor;
  }
  return 1;
}

/** Whether a block has kept its position, apart from the z-order and rounding. */
export function isClose(position: Position, previous: Position): boolean {
  return (
    (['x', 'y', 'width', 'height'] as const).every(
      (key) => Math.abs(position[key] - previous[key]) < TOLERANCE,
    ) && position.rotationDeg === previous.rotationDeg
  );
}

/**
 * Keeps sections that the edit has shortened as tall as their contents: a group that is fitted
 * afterwards can end lower by a rounding error. Rooms do the same.
 */
function keepSpace(state: SettleState, factor: number): void {
  // Writes only sections that the edit has already written, so the ids stay the same.
  for (const uuid of state.store.touchedIds) {
    const section = state.blocks.get(uuid);
    if (!section || !isSection(section)) continue;
    const before = stableRecord(state, uuid, factor);
    if (!before || section.position.height >= before.position.height) continue;
    const height = Math.min(before.position.height, fittedHeight(state, uuid));
    if (height > section.position.height) state.store.put(withPosition(section, { height }));
  }
}

/** Returns the bottom of the contents of a section or group, in its own space; 0 if it is empty. */
export function contentBottom(state: SettleState, uuid: string): number {
  let bottom = 0;
  for (const block of state.layout.childrenOf(uuid)) {
    const bounds = rotatedBounds(block);
    bottom = Math.max(bottom, bounds.y + bounds.height);
  }
  return bottom;
}

/**
 * Returns the height of a section that fits its contents and the page's margin, but at most what a
 * page can store; 0 if it is empty.
 */
export function fittedHeight(state: SettleState, section: string): number {
  const bottom = contentBottom(state, section);
  return bottom === 0 ? 0 : limitLength(bottom + marginOf(state.store.fields));
}

/**
 * Shrinks the last section to its contents, but not below the height of a new section. Groups count as
 * they will be at the commit: without what has been removed from them.
 */
export function shrinkLastSection(state: SettleState): void {
  const last = state.layout.sectionIds.at(-1);
  const section = last === undefined ? undefined : state.blocks.get(last);
  if (!section) return;
  const minHeight = Math.min(
    section.position.height,
    roundLength(GEOMETRY.newSectionHeightPx / state.referenceWidth),
  );
  let bottom = 0;
  for (const child of state.layout.childrenOf(section.uuid)) {
    const bounds = boundsOfContents(state, child);
    if (bounds) bottom = Math.max(bottom, bounds.y + bounds.height);
  }
  const needed = bottom === 0 ? 0 : limitLength(bottom + marginOf(state.store.fields));
  const height = Math.max(needed, minHeight);
  if (height < section.position.height) state.store.put(withPosition(section, { height }));
}

/** The bounds of a block, or of what a group fits; null for an empty group. */
function boundsOfContents(state: SettleState, block: Block): Box | null {
  if (!isFitted(block)) return rotatedBounds(block);
  const { x, y } = block.position;
  const children = state.layout.childrenOf(block.uuid);
  const bounds = unionBoxes(children.flatMap((child) => boundsOfContents(state, child) ?? []));
  return bounds && translateBox(bounds, x, y);
}

/** Checks moved blocks only, which keeps commits fast. */
function growSections(
  state: SettleState,
  moved: readonly Block[],
): ReadonlyMap<string, SectionGrowth> {
  const margin = marginOf(state.store.fields);
  /** The heights that sections need, if greater than their own. */
  let needed: Map<Block, number> | null = null;
  for (const { uuid } of moved) {
    let child = state.blocks.get(uuid);
    let section = parentOf(state, child);
    while (section?.parentUuid !== undefined) {
      child = section;
      section = parentOf(state, child);
    }
    if (!child || !section) continue;
    const bounds = rotatedBounds(child);
    const height = limitLength(Math.max(0, bounds.y + bounds.height) + margin);
    if (height > (needed?.get(section) ?? section.position.height))
      needed = (needed ?? new Map<Block, number>()).set(section, height);
  }
  if (!needed) return NO_GROWTH;
  const grown = new Map<string, SectionGrowth>();
  for (const [section, height] of needed) {
    state.store.put(withPosition(section, { height }));
    grown.set(section.uuid, { from: section.position.height, to: height });
  }
  return grown;
}

function parentOf({ blocks }: SettleState, block: Block | undefined): Block | undefined {
  return block?.parentUuid === undefined ? undefined : blocks.get(block.parentUuid);
}

function isLocked(state: SettleState, { uuid, locked }: Block): boolean {
  return locked === true || state.lockedByOthers.has(uuid);
}

function updatePageHeight(state: SettleState): void {
  if (!isSectionChanged(state)) return;
  const relativeHeight = relativeHeightOf(state.layout.height);
  if (relativeHeight !== state.store.fields.relativeHeight)
    state.store.setFields({ relativeHeight });
}

function isSectionChanged({ blocks, store }: SettleState): boolean {
  for (const uuid of store.touchedIds) {
    const now = blocks.get(uuid);
    if (now?.parentUuid !== undefined) continue;
    const previous = store.stableBlock(uuid);
    if (now !== previous && (now ?? previous)?.parentUuid === undefined) return true;
  }
  return false;
}

function reparent(state: SettleState, uuid: string, previous: Block | undefined): void {
  const block = state.blocks.get(uuid);
  const { layout } = state;
  // New blocks stay in the parent that they were added to, and blocks that were given a new parent
  // stay in that one.
  if (
    !block ||
    !previous ||
    block.parentUuid === undefined ||
    block.parentUuid !== previous.parentUuid
  )
    return;
  // A block that only changed its z-order stays in the section that someone has put it in.
  if (isSamePosition(block.position, previous.position)) return;
  // Nor does a text that has only become longer leave its section: the section grows.
  if (hasGrownDown(block, previous)) return;
  // Locked blocks move with their section.
  if (isLocked(state, block)) return;
  const parent = layout.sectionBoxes().get(block.parentUuid);
  if (!parent) return;
  const y = block.position.y + parent.y + block.position.height / 2;
  // Most moved blocks stay in their section, and a page can have hundreds of sections.
  if (y >= parent.y && y < parent.y + parent.height) return;
  const section = layout.sectionAt(y);
  const box = layout.boxOf(uuid);
  if (section === null || !box) return;
  // A locked section accepts no blocks, so the block keeps its section and overlaps the other one.
  if (!refuseLocked(state, [section])) state.store.put(moveInto(state, block, section, box));
}

/** Whether two positions are equal apart from the z-order. */
function isSamePosition(position: Position, previous: Position): boolean {
  for (const key in position)
    if (key !== 'zIndex' && !equalJson(position[key], previous[key])) return false;
  return true;
}

/** Whether new content has made a block taller, with its top where it was. */
function hasGrownDown(block: Block, previous: Block): boolean {
  const { y, height, rotationDeg } = block.position;
  return (
    y === previous.position.y &&
    height > previous.position.height &&
    rotationDeg === previous.position.rotationDeg &&
    !equalJson(block.content, previous.content)
  );
}

/**
 * Fits the groups that moved or removed blocks were in, and those that they are in now, to their
 * contents, innermost first. Empty groups are removed.
 */
function fitGroups(state: SettleState, moved: readonly Block[], removed: readonly string[]): void {
  let groups = NO_IDS;
  for (const block of moved) {
    const { uuid, parentUuid } = block;
    const previous = state.store.stableBlock(uuid);
    // A group of this edit that has lost its blocks again.
    const isNewGroup = block.type === 'group' && !previous;
    groups = withGroups(state, isNewGroup ? uuid : parentUuid, groups);
    const previousParent = previous?.parentUuid;
    if (previousParent !== parentUuid) groups = withGroups(state, previousParent, groups);
  }
  for (const uuid of removed)
    groups = withGroups(state, state.store.stableBlock(uuid)?.parentUuid, groups);
  if (groups === NO_IDS) return;
  const byDepth = [...groups].sort(
    (a, b) => state.layout.ancestorsOf(b).length - state.layout.ancestorsOf(a).length,
  );
  for (const uuid of byDepth) fitGroup(state, uuid);
}

/** Adds a group and the groups that it is in, to a new set if `groups` is the shared empty one. */
function withGroups(
  state: SettleState,
  uuid: string | undefined,
  groups: ReadonlySet<string>,
): ReadonlySet<string> {
  let group = uuid === undefined ? undefined : state.blocks.get(uuid);
  let own = groups;
  // The outermost parent is a section.
  while (group?.parentUuid !== undefined) {
    own = (own === NO_IDS ? new Set<string>() : (own as Set<string>)).add(group.uuid);
    group = parentOf(state, group);
  }
  return own;
}

function fitGroup(state: SettleState, uuid: string): void {
  const group = state.blocks.get(uuid);
  if (!group || !isFitted(group)) return;
  const children = state.layout.childrenOf(uuid);
  if (children.length === 0) {
    state.store.delete(uuid);
    return;
  }
  const fitted = fittedGroup(group, children, (child) => isLocked(state, child));
  for (const block of fitted) state.store.put(block);
}

/**
 * Whether a group fits its contents. Not if it has a background or border: then it is a card, whose
 * size its author chose.
 */
export function isFitted({ type, parentUuid, styles }: Block): boolean {
  if (type !== 'group' || parentUuid === undefined) return false;
  return styles.background === undefined && styles.border === undefined;
}

/** Fits a group to its children. Returns their changed records; none if the group keeps its box. */
export function fittedGroup(
  group: Block,
  children: readonly Block[],
  isLocked: (child: Block) => boolean,
): readonly Block[] {
  const bounds = unionBoxes(children.map(rotatedBounds));
  if (!bounds || !isFitted(group)) return [];
  const { x, y, width, height } = group.position;
  const isUnchanged =
    roundLength(bounds.x) === 0 &&
    roundLength(bounds.y) === 0 &&
    roundLength(bounds.width - width) === 0 &&
    roundLength(bounds.height - height) === 0;
  if (isUnchanged) return [];
  // Locked blocks keep their positions, which are relative to the group's corner.
  const movesCorner = roundLength(bounds.x) !== 0 || roundLength(bounds.y) !== 0;
  if (movesCorner && children.some(isLocked)) return [];
  const fitted = [
    withPosition(group, {
      x: roundLength(x + bounds.x),
      y: roundLength(y + bounds.y),
      width: roundLength(bounds.width),
      height: roundLength(bounds.height),
    }),
  ];
  for (const child of children) {
    // Not even rounded: a locked block keeps its position, and the corner has not moved.
    if (isLocked(child)) continue;
    fitted.push(
      withPosition(child, {
        x: roundLength(child.position.x - bounds.x),
        y: roundLength(child.position.y - bounds.y),
      }),
    );
  }
  // A group keeps its box if a page could not store the fitted one: a text that has grown too tall
  // must not be lost.
  return fitted.every(({ position }) => isStorablePosition(position)) ? fitted : [];
}
