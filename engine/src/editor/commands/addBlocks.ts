import type { BlockDefinition } from '../../blocks/BlockDefinition.ts';
import { checkContent } from '../../parsing/checkBlock.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import type { Block } from '../../model/Block.ts';
import type { Position } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { NewBlock } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseOverCap } from '../blockCap.ts';
import { refuseLocked } from '../locks.ts';
import { roundLength } from '../positions.ts';
import { hasAutowidth, withoutAutowidth, withTextHeight, withTextSize } from '../textSize.ts';
import { refuseInvalid } from '../validate.ts';
import { zIndicesOnTop } from '../zOrder.ts';

/**
 * Adds blocks with their types' defaults. Without a parent, x and y are of page space and the
 * section under the block's centre (else the last) becomes its parent; with one they are the
 * parent's. Without x or y the block's centre lies near the middle of the window, or of the parent
 * that was named. A text that is given no width of its own (none, or its type's) is as wide as the
 * words that it is given, and follows them from then on.
 */
export function addBlocks(
  state: EditorState,
  blocks: readonly NewBlock[],
  { select = true }: { select?: boolean } = {},
): Result<readonly string[], EditorRefusal> {
  const overCap = refuseOverCap(state, blocks.length);
  if (overCap) return overCap;
  const added: string[] = [];
  for (const given of blocks) {
    const result = addBlock(state, given);
    if (!result.ok) return result;
    added.push(result.value);
  }
  if (select) state.selection.set(added);
  return ok(added);
}

function addBlock(state: EditorState, given: NewBlock): Result<string, EditorRefusal> {
  const definition = state.definitionOf(given.type);
  if (!definition) return refuse('unknown_type', { type: given.type });
  if (given.type === 'group') return refuse('group_needs_its_own_command');
  const uuid = given.uuid ?? state.environment.createId();
  if (state.blocks.has(uuid)) return refuse('invalid_block', { path: 'uuid', message: 'is taken' });
  const placed = place(state, definition, given);
  if (!placed.ok) return placed;
  const { parentUuid, position } = placed.value;
  const { altText, locked, source } = given;
  const made: Block = {
    uuid,
    type: given.type,
    parentUuid,
    ...(locked === undefined ? {} : { locked }),
    ...(altText === undefined ? {} : { altText }),
    ...(source === undefined ? {} : { source }),
    clientCreatedAt: new Date(state.environment.now()).toISOString(),
    position,
    properties: given.properties ?? {},
    styles: { ...definition.defaultStyles, ...given.styles },
    content: contentOf(state, definition, given),
  };
  const block = choosesWidth(state, definition, given) ? withoutAutowidth(state, made) : made;
  const invalid = refuseInvalid(state, block);
  if (invalid) return invalid;
  const fits = hasAutowidth(state, block) && given.content?.text !== undefined;
  const hasHeight = given.position?.height !== undefined;
  state.store.put(
    fits ? withTextSize(state, block) : hasHeight ? block : withTextHeight(state, block),
  );
  return ok(uuid);
}

/** Whether the caller wants a width other than the type's default. */
function choosesWidth(state: EditorState, definition: BlockDefinition, given: NewBlock): boolean {
  const width = given.position?.width;
  if (width === undefined || given.content?.useAutowidth === true) return false;
  const own = sizeOf(state, definition, { ...given, position: {} });
  return roundLength(own.width) !== roundLength(width);
}

function contentOf(state: EditorState, definition: BlockDefinition, given: NewBlock): object {
  return { ...definition.defaultContent(state.environment.random), ...given.content };
}

function place(
  state: EditorState,
  definition: BlockDefinition,
  given: NewBlock,
): Result<{ parentUuid: string; position: Position }, EditorRefusal> {
  const size = sizeOf(state, definition, given);
  const named = given.parentUuid;
  const parent = named === undefined ? undefined : state.blocks.get(named);
  if (named !== undefined && !parent) return refuse('unknown_block', { uuid: named });
  if (parent) {
    if (!state.definitionOf(parent.type)?.capabilities.containsBlocks)
      return refuse('invalid_block', { path: 'parentUuid', message: 'must be a section or group' });
    const locked = refuseLocked(state, [parent.uuid]);
    if (locked) return locked;
  }
  const { random } = state.environment;
  const { newBlockCentre, newBlockJitter } = GEOMETRY;
  const middle = parent
    ? { x: parent.position.width / 2, y: Math.min(newBlockCentre, parent.position.height / 2) }
    : { x: newBlockCentre, y: newBlockCentre };
  let x = given.position?.x ?? middle.x - size.width / 2 + random() * newBlockJitter;
  let y = given.position?.y ?? middle.y - size.height / 2 + random() * newBlockJitter;
  // A tall block near the top stays on the page.
  if (given.position?.y === undefined) y = Math.max(0, y);
  let parentUuid = named;
  if (parentUuid === undefined) {
    parentUuid = state.layout.sectionAt(y + size.height / 2) ?? state.layout.sectionIds.at(-1);
    const origin =
      parentUuid === undefined ? undefined : state.layout.sectionBoxes().get(parentUuid);
    if (parentUuid === undefined || !origin) {
      state.log('no_page');
      return refuse('no_page');
    }
    const locked = refuseLocked(state, [parentUuid]);
    if (locked) return locked;
    x -= origin.x;
    y -= origin.y;
  }
  const [onTop = GEOMETRY.medianZIndex] = zIndicesOnTop(state, parentUuid, 1);
  const { pin } = given.position ?? {};
  return ok({
    parentUuid,
    position: {
      x: roundLength(x),
      y: roundLength(y),
      width: roundLength(size.width),
      height: roundLength(size.height),
      rotationDeg: given.position?.rotationDeg ?? 0,
      zIndex: given.position?.zIndex ?? onTop,
      ...(pin === undefined ? {} : { pin }),
    },
  });
}

/**
 * The requested size, else the type's default; the ratio is kept, and without a position it fits
 * the window.
 */
function sizeOf(
  state: EditorState,
  definition: BlockDefinition,
  given: NewBlock,
): { width: number; height: number } {
  const content = contentOf(state, definition, given);
  const reference = state.referenceWidth;
  // Nothing can be computed from content that will be refused.
  const isSound = checkContent(definition, content) === null;
  const own = isSound ? definition.defaultSizePx?.(content) : undefined;
  const natural = own
    ? { width: own.width / reference, height: own.height / reference }
    : { width: GEOMETRY.newBlockSize, height: GEOMETRY.newBlockSize };
  const ratio = (isSound ? definition.aspectRatio?.(content) : null) ?? null;
  const { width: askedWidth, height: askedHeight, x } = given.position ?? {};
  let width =
    askedWidth ??
    (ratio !== null && askedHeight !== undefined ? askedHeight / ratio : natural.width);
  let height = askedHeight ?? (ratio === null ? natural.height : width * ratio);
  // A caller that sets the left edge has chosen the width for that position.
  if (x === undefined && width > GEOMETRY.newBlockMaxWidth) {
    height *= GEOMETRY.newBlockMaxWidth / width;
    width = GEOMETRY.newBlockMaxWidth;
  }
  const least = GEOMETRY.minBlockDimension;
  return { width: Math.max(least, width), height: Math.max(least, height) };
}
