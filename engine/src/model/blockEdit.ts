import type { Block } from './Block.ts';
import { equalJson } from './json.ts';
import type { Position } from './Position.ts';
import { diffValues, readValue, type ValueEdit, withValues } from './values.ts';

/**
 * A block's parent, position, size and rotation, which merge as one unit: they never combine values
 * of two authors. The parent is null for sections. Lengths are in the parent's space, in fractions
 * of the window's width.
 */
export interface BlockPlacement {
  readonly parentUuid: string | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotationDeg: number;
}

/** The old and the new value of a number. */
interface Renumbering {
  readonly from: number;
  readonly to: number;
}

/** The difference between two records of a block, in parts that merge separately. */
export interface BlockEdit {
  readonly placement?: { readonly from: BlockPlacement; readonly to: BlockPlacement };
  /** The z-order. */
  readonly zIndex?: Renumbering;
  /** A section's order among the sections. */
  readonly groupOrder?: Renumbering;
  readonly values: readonly ValueEdit[];
}

const PLACEMENT_KEYS = ['x', 'y', 'width', 'height', 'rotationDeg'] as const;
const PLACEMENT_FIELDS = new Set<string>(PLACEMENT_KEYS);

/** Returns a block's placement. */
export function placementOf({ parentUuid, position }: Block): BlockPlacement {
  const { x, y, width, height, rotationDeg } = position;
  return { parentUuid: parentUuid ?? null, x, y, width, height, rotationDeg };
}

/** Returns the block with another placement. */
export function withPlacement(block: Block, { parentUuid, ...placement }: BlockPlacement): Block {
  const { parentUuid: _, ...rest } = block;
  const position: Position = { ...block.position, ...placement };
  return { ...rest, ...(parentUuid === null ? {} : { parentUuid }), position };
}

/** Returns the block with another z-index. */
export function withZIndex(block: Block, zIndex: number): Block {
  if (block.position.zIndex === zIndex) return block;
  return { ...block, position: { ...block.position, zIndex } };
}

/** Returns the section with another order among the sections. */
export function withGroupOrder(section: Block, groupOrder: number): Block {
  return withValues(section, [{ path: ['content', 'groupOrder'], to: groupOrder }]);
}

/** The edit from one record of a block to another. */
export function editBetween(from: Block, to: Block): BlockEdit {
  const before = placementOf(from);
  const after = placementOf(to);
  const zIndex = { from: from.position.zIndex, to: to.position.zIndex };
  const groupOrder = groupOrderBetween(from, to);
  const values = diffValues(from, to).filter(
    (edit) => !isSeparatePart(edit.path, groupOrder !== null),
  );
  return {
    ...(equalJson(before, after) ? {} : { placement: { from: before, to: after } }),
    ...(zIndex.from === zIndex.to ? {} : { zIndex }),
    ...(groupOrder && groupOrder.from !== groupOrder.to ? { groupOrder } : {}),
    values,
  };
}

/** Whether an edit changes nothing. */
export function isEmptyEdit({ placement, zIndex, groupOrder, values }: BlockEdit): boolean {
  return !placement && !zIndex && !groupOrder && values.length === 0;
}

/**
 * Applies an edit, whatever the block's previous values; values whose parent record is missing are
 * skipped.
 */
export function applyEdit(block: Block, edit: BlockEdit): Block {
  let next = edit.placement ? withPlacement(block, edit.placement.to) : block;
  if (edit.zIndex) next = withZIndex(next, edit.zIndex.to);
  if (edit.groupOrder) next = withGroupOrder(next, edit.groupOrder.to);
  return withValues(next, edit.values);
}

/** The edit that reverts an edit. */
export function invertEdit({ placement, zIndex, groupOrder, values }: BlockEdit): BlockEdit {
  return {
    ...(placement ? { placement: invertPart(placement) } : {}),
    ...(zIndex ? { zIndex: invertPart(zIndex) } : {}),
    ...(groupOrder ? { groupOrder: invertPart(groupOrder) } : {}),
    // The last first: a value may be a part of one before it.
    values: values.toReversed().map(({ path, ...edit }) => ({
      path,
      ...('to' in edit ? { from: edit.to } : {}),
      ...('from' in edit ? { to: edit.from } : {}),
    })),
  };
}

function invertPart<Value>({ from, to }: { readonly from: Value; readonly to: Value }) {
  return { from: to, to: from };
}

/** Whether a value of a block is its text, which is edited under a lock and replaced as a whole. */
export function isTextPath(path: readonly string[]): boolean {
  return path.at(-1) === 'text';
}

/**
 * The texts of a block that `own` and `theirs` have both changed since `base`, to different texts,
 * as the edits of `own`. Also those that `own` has changed if `theirs` has another version of the
 * content, where the text may be in another place.
 */
export function conflictingTexts(base: Block, own: Block, theirs: Block): readonly ValueEdit[] {
  if (own.content === base.content || theirs.content === base.content) return [];
  const hasOtherVersion = theirs.contentVersion !== base.contentVersion;
  return diffValues({ content: base.content }, { content: own.content }).filter(
    ({ path, from, to }) => {
      if (!isTextPath(path)) return false;
      const now = readValue(theirs, path);
      return hasOtherVersion || (!equalJson(now, from) && !equalJson(now, to));
    },
  );
}

/**
 * Applies to `theirs` what `own` has changed since `base`. A size or rotation that was changed alone
 * applies where the block is now. If both have changed a text, theirs stays, with the size of their
 * block. If `theirs` has another version of the content, all of that stays.
 */
export function rebaseBlock(base: Block, own: Block, theirs: Block): Block {
  const { placement, values, ...orders } = editBetween(base, own);
  const hasOtherVersion = theirs.contentVersion !== base.contentVersion;
  const lost = conflictingTexts(base, own, theirs);
  const keptValues = values.filter(
    ({ path }) =>
      !(hasOtherVersion && (path[0] === 'content' || path[0] === 'contentVersion')) &&
      !lost.some((text) => equalJson(text.path, path)),
  );
  const placed =
    placement &&
    (lost.length > 0
      ? withSizeOf(placementOf(theirs), placement)
      : placedOn(base, placement, theirs));
  return applyEdit(theirs, {
    ...orders,
    ...(placed ? { placement: placed } : {}),
    values: keptValues,
  });
}

/**
 * What stays of an own change of placement if someone else has replaced a text of the block. The block
 * keeps their size, which fits their text. Undefined if nothing stays, as after a resize.
 */
function withSizeOf(
  { width, height }: BlockPlacement,
  placement: NonNullable<BlockEdit['placement']>,
): BlockEdit['placement'] {
  const { from, to } = placement;
  if (from.parentUuid !== to.parentUuid) return placement;
  const isResized = from.width !== to.width || from.height !== to.height;
  return isResized ? undefined : { from, to: { ...to, width, height } };
}

/**
 * An edit of a placement, for a block that someone else has only moved: what was only resized or
 * rotated stays where they have put it, which may be in another parent.
 */
function placedOn(
  base: Block,
  { from, to }: NonNullable<BlockEdit['placement']>,
  theirs: Block,
): NonNullable<BlockEdit['placement']> {
  const now = placementOf(theirs);
  const isSizeOnly = equalJson(to, { ...to, ...cornerOf(from) });
  const isMovedOnly = equalJson(now, { ...placementOf(base), ...cornerOf(now) });
  return isSizeOnly && isMovedOnly ? { from, to: { ...to, ...cornerOf(now) } } : { from, to };
}

function cornerOf({ parentUuid, x, y }: BlockPlacement): Partial<BlockPlacement> {
  return { parentUuid, x, y };
}

/** The part of an edit whose old values still match the block. */
export function stillValid(edit: BlockEdit, block: Block): BlockEdit {
  const { placement, zIndex, groupOrder } = edit;
  return {
    ...(placement && equalJson(placementOf(block), placement.from) ? { placement } : {}),
    ...(zIndex && block.position.zIndex === zIndex.from ? { zIndex } : {}),
    ...(groupOrder && readValue(block, GROUP_ORDER) === groupOrder.from ? { groupOrder } : {}),
    values: edit.values.filter(({ path, from }) => equalJson(readValue(block, path), from)),
  };
}

const GROUP_ORDER = ['content', 'groupOrder'] as const;

function groupOrderBetween(from: Block, to: Block): Renumbering | null {
  if (from.type !== 'group' || to.type !== 'group') return null;
  const fromOrder = readValue(from, GROUP_ORDER);
  const toOrder = readValue(to, GROUP_ORDER);
  return typeof fromOrder === 'number' && typeof toOrder === 'number'
    ? { from: fromOrder, to: toOrder }
    : null;
}

/** Whether the edit has a separate part for a path, apart from `values`. */
function isSeparatePart(
  [first = '', second = '', third]: readonly string[],
  ordered: boolean,
): boolean {
  if (first === 'parentUuid') return true;
  if (third !== undefined) return false;
  if (first === 'position') return second === 'zIndex' || PLACEMENT_FIELDS.has(second);
  return ordered && first === 'content' && second === 'groupOrder';
}
