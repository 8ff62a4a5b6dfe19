import { GEOMETRY } from '../../constants/geometry.ts';
import { snapSectionWidth } from '../../snapping/snapPageWidth.ts';
import type { Block } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { readNumbers, refuseUnlisted } from '../readArguments.ts';
import { refuseLocked } from '../locks.ts';
import { groupOrderOf } from '../PageLayout.ts';
import { roundLength, withPosition } from '../positions.ts';
import { neededHeight } from '../settle.ts';

/**
 * Adds an empty section at an index (default: the end): 200 px high, as wide as the one before it.
 */
export function addSection(state: EditorState, index?: number): Result<string, EditorRefusal> {
  const isPlace: boolean =
    index === undefined || (typeof index === 'number' && !Number.isNaN(index));
  if (!isPlace) return refuse('invalid_block', { path: 'index', message: 'must be a number' });
  const overCap = refuseOverCap(state, 1);
  if (overCap) return overCap;
  const order = [...state.layout.sectionIds];
  const at = Math.min(Math.max(0, Math.trunc(index ?? order.length)), order.length);
  const previous = state.blocks.get(order[at - 1] ?? order[0] ?? '');
  const uuid = state.environment.createId();
  state.store.put({
    uuid,
    type: 'group',
    position: {
      x: 0,
      y: 0,
      width: previous?.position.width ?? 1,
      height: roundLength(GEOMETRY.newSectionHeightPx / state.referenceWidth),
      rotationDeg: 0,
      zIndex: GEOMETRY.medianZIndex,
    },
    properties: {},
    styles: {},
    content: { groupDisplay: 'freeform', groupOrder: at },
  });
  order.splice(at, 0, uuid);
  orderSections(state, order);
  return ok(uuid);
}

/** Swaps a section with its neighbour; the first does not move up, nor the last down. */
export function moveSection(
  state: EditorState,
  uuid: string,
  direction: 'up' | 'down',
): Result<null, EditorRefusal> {
  const order = [...state.layout.sectionIds];
  const from = order.indexOf(uuid);
  const unknown = refuseUnlisted('direction', direction, ['up', 'down']);
  if (unknown) return unknown;
  if (from < 0) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  const to = direction === 'up' ? from - 1 : from + 1;
  const neighbour = order[to];
  if (neighbour === undefined) return ok(null);
  order[from] = neighbour;
  order[to] = uuid;
  orderSections(state, order);
  return ok(null);
}

/** Numbers sections by their order; only those whose number differs are written. */
export function orderSections(state: EditorState, order: readonly string[]): void {
  order.forEach((uuid, groupOrder) => {
    const section = state.blocks.get(uuid);
    if (section && groupOrderOf(section) !== groupOrder)
      state.store.put({ ...section, content: { ...section.content, groupOrder } });
  });
}

/**
 * Sets a section's size, fractions of the window's width. The height never cuts off what the
 * section holds (unless it did before); the width goes in steps of 50 px, and what the section
 * holds is shifted by half the change, so that it stays where it was on the page.
 */
export function resizeSection(
  state: EditorState,
  uuid: string,
  size: { height?: number; width?: number },
): Result<null, EditorRefusal> {
  const section = state.blocks.get(uuid);
  if (!section || !state.layout.sectionBoxes().has(uuid)) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  const read = readNumbers('size', size, ['height', 'width']);
  if (!read.ok) return read;
  const asked = read.value;
  if ([asked.height, asked.width].some((each) => each !== undefined && !Number.isFinite(each)))
    return refuse('invalid_block', { path: 'position', message: 'must be a number' });
  const height = heightOf(state, section, asked.height);
  const width = widthOf(state, section, asked.width);
  state.store.put(withPosition(section, { width, height }));
  const shift = (width - section.position.width) / 2;
  if (shift !== 0)
    for (const child of state.layout.childrenOf(uuid))
      state.store.put(withPosition(child, { x: roundLength(child.position.x + shift) }));
  return ok(null);
}

function heightOf(state: EditorState, section: Block, asked: number | undefined): number {
  if (asked === undefined) return section.position.height;
  const before = state.store.stableBlock(section.uuid)?.position.height ?? Infinity;
  const least = Math.max(
    GEOMETRY.minBlockDimension,
    Math.min(before, neededHeight(state, section.uuid)),
  );
  return roundLength(Math.min(1000, Math.max(least, asked)));
}

function widthOf(state: EditorState, section: Block, asked: number | undefined): number {
  if (asked === undefined) return section.position.width;
  return roundLength(snapSectionWidth(asked * state.referenceWidth) / state.referenceWidth);
}
