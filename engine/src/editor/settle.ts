import { GEOMETRY } from '../constants/geometry.ts';
import { centreOf, unionBoxes } from '../geometry/boxes.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import { marginOf } from '../model/Page.ts';
import { refuseLocked } from './locks.ts';
import type { PageLayout } from './PageLayout.ts';
import type { PageStore } from './PageStore.ts';
import { moveInto, roundLength, withPosition } from './positions.ts';

/** The part of the editor's state that settling works on. */
interface SettledPage {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly layout: PageLayout;
  readonly lockedByOthers: ReadonlySet<string>;
  readonly referenceWidth: number;
  readonly store: PageStore;
}

/**
 * What a commit puts in order, for what was touched since the stable page: groups are fitted round
 * what they hold, a block whose centre now lies over another section becomes its child, sections
 * make room for what they hold, and `relativeHeight` is their sum. Loading, undoing and redoing
 * settle nothing.
 */
export function settle(state: SettledPage): void {
  const { store } = state;
  // Another reference width converts all places alike: nothing lies otherwise among the rest.
  if (store.fields.settings.referenceWidth !== store.stableFields.settings.referenceWidth) {
    keepHeight(state);
    return;
  }
  const moved = [...store.touchedIds].flatMap((uuid) => {
    const block = state.blocks.get(uuid);
    return block && block.position !== store.stableBlock(uuid)?.position ? block : [];
  });
  if (hasRemovals(state) || moved.length > 0) fitGroups(state, moved);
  for (const { uuid } of moved) reparent(state, uuid);
  growSections(state, moved);
  keepHeight(state);
}

/** Where what a section or group holds ends below, in its own space; 0 when it holds nothing. */
export function contentExtent(state: SettledPage, uuid: string): number {
  let extent = 0;
  for (const block of state.layout.childrenOf(uuid)) {
    const bounds = rotatedBounds(block);
    extent = Math.max(extent, bounds.y + bounds.height);
  }
  return extent;
}

/** The height that a section needs for what it holds and a margin. */
export function neededHeight(state: SettledPage, section: string): number {
  const extent = contentExtent(state, section);
  return extent === 0 ? 0 : roundLength(extent + marginOf(state.store.fields));
}

/** Makes the last section as high as what it holds needs, at least as a new one is. */
export function shrinkLastSection(state: SettledPage): void {
  const last = state.layout.sectionIds.at(-1);
  const section = last === undefined ? undefined : state.blocks.get(last);
  if (!section) return;
  const least = Math.min(
    section.position.height,
    roundLength(GEOMETRY.newSectionHeightPx / state.referenceWidth),
  );
  const height = Math.max(neededHeight(state, section.uuid), least);
  if (height < section.position.height) state.store.put(withPosition(section, { height }));
}

/** Only what moved can need room that is not there; looking at it alone keeps commits cheap. */
function growSections(state: SettledPage, moved: readonly Block[]): void {
  const needed = new Map<string, number>();
  for (const { uuid } of moved) {
    const block = state.blocks.get(uuid);
    const parent = block?.parentUuid;
    if (!block || parent === undefined) continue;
    const [outermost = uuid, section] = state.layout.ancestorsOf(uuid).slice(-2);
    const child = state.blocks.get(section === undefined ? uuid : outermost) ?? block;
    const bounds = rotatedBounds(child);
    const bottom = bounds.y + bounds.height;
    const holder = child.parentUuid ?? parent;
    needed.set(holder, Math.max(needed.get(holder) ?? 0, bottom));
  }
  for (const [uuid, bottom] of needed) {
    const section = state.blocks.get(uuid);
    const height = roundLength(bottom + marginOf(state.store.fields));
    if (section && height > section.position.height)
      state.store.put(withPosition(section, { height }));
  }
}

function keepHeight(state: SettledPage): void {
  const relativeHeight = roundLength(state.layout.height);
  const changed = [...state.store.touchedIds].some((uuid) => {
    const now = state.blocks.get(uuid);
    const was = state.store.stableBlock(uuid);
    return (now ?? was)?.parentUuid === undefined && now !== was;
  });
  if (changed && relativeHeight !== state.store.fields.relativeHeight)
    state.store.setFields({ relativeHeight });
}

function reparent(state: SettledPage, uuid: string): void {
  const block = state.blocks.get(uuid);
  const was = state.store.stableBlock(uuid);
  const { layout } = state;
  // What is new lies where its maker put it; what someone has given another parent stays there.
  if (!block || !was || block.parentUuid === undefined || block.parentUuid !== was.parentUuid)
    return;
  // What is locked goes along with its section and stays that one's.
  if (block.locked || state.lockedByOthers.has(uuid)) return;
  const box = layout.boxOf(uuid);
  if (!box || !layout.sectionBoxes().has(block.parentUuid)) return;
  const section = layout.sectionAt(centreOf(box).y);
  if (section === null || section === block.parentUuid) return;
  // What is locked takes nothing in; the block stays its section's, and hangs over.
  if (!refuseLocked(state, [section])) state.store.put(moveInto(state, block, section, box));
}

function hasRemovals(state: SettledPage): boolean {
  for (const uuid of state.store.touchedIds) if (!state.blocks.has(uuid)) return true;
  return false;
}

/** Fits the groups that held or hold what moved, from the innermost out; empty ones vanish. */
function fitGroups(state: SettledPage, moved: readonly Block[]): void {
  const groups = new Set<string>();
  const add = (uuid: string | undefined): void => {
    for (let at = uuid; at !== undefined; at = state.blocks.get(at)?.parentUuid) groups.add(at);
  };
  for (const block of moved) {
    add(block.parentUuid);
    add(state.store.stableBlock(block.uuid)?.parentUuid);
  }
  for (const uuid of state.store.touchedIds)
    if (!state.blocks.has(uuid)) add(state.store.stableBlock(uuid)?.parentUuid);
  const byDepth = [...groups].sort(
    (a, b) => state.layout.ancestorsOf(b).length - state.layout.ancestorsOf(a).length,
  );
  for (const uuid of byDepth) fitGroup(state, uuid);
}

function fitGroup(state: SettledPage, uuid: string): void {
  const group = state.blocks.get(uuid);
  if (!group || group.type !== 'group' || group.parentUuid === undefined) return;
  // A group with looks of its own is a card whose size its author chose.
  if (group.styles.background !== undefined || group.styles.border !== undefined) return;
  const children = state.layout.childrenOf(uuid);
  const bounds = unionBoxes(children.map(rotatedBounds));
  if (!bounds) {
    state.store.delete(uuid);
    return;
  }
  const { x, y, width, height } = group.position;
  const same =
    roundLength(bounds.x) === 0 &&
    roundLength(bounds.y) === 0 &&
    roundLength(bounds.width - width) === 0 &&
    roundLength(bounds.height - height) === 0;
  if (same) return;
  // What is locked keeps its place, also the one that it counts from its group's corner.
  const movesCorner = roundLength(bounds.x) !== 0 || roundLength(bounds.y) !== 0;
  if (movesCorner && children.some((child) => child.locked || state.lockedByOthers.has(child.uuid)))
    return;
  state.store.put(
    withPosition(group, {
      x: roundLength(x + bounds.x),
      y: roundLength(y + bounds.y),
      width: roundLength(bounds.width),
      height: roundLength(bounds.height),
    }),
  );
  for (const child of children)
    state.store.put(
      withPosition(child, {
        x: roundLength(child.position.x - bounds.x),
        y: roundLength(child.position.y - bounds.y),
      }),
    );
}
