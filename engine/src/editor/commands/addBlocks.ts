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
import { roundLength } from '../blockPosition.ts';
import { hasAutowidth, withoutAutowidth, withTextHeight, withTextSize } from '../textSize.ts';
import { refuseInvalid } from '../validate.ts';
import { topZIndices } from '../zOrder.ts';

/**
 * Adds blocks with their types' defaults. Without a parent, x and y are in page space, and the
 * section under the block's centre (or the last one) becomes the parent; with a parent they are
 * relative to it. Without x or y, the block is centred near the middle of the window or parent. A
 * text without a width gets autowidth.
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
  if (state.blocks.has(uuid))
    return refuse('invalid_block', { path: 'uuid', message: 'is already used' });
  const placed = choosePosition(state, definition, given);
  if (!placed.ok) return placed;
  const { parentUuid, position } = placed.value;
  const { altText, locked, source } = given;
  const created: Block = {
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
  const block = choosesWidth(state, definition, given) ? withoutAutowidth(state, created) : created;
  const invalid = refuseInvalid(state, block);
  if (invalid) return invalid;
  const fits = hasAutowidth(state, block) && given.content?.text !== undefined;
  const hasHeight = given.position?.height !== undefined;
  state.store.put(
    fits ? withTextSize(state, block) : hasHeight ? block : withTextHeight(state, block),
  );
  return ok(uuid);
}

/** Whether the caller sets a width other than the type's default. */
function choosesWidth(state: EditorState, definition: BlockDefinition, given: NewBlock): boolean {
  const width = given.position?.width;
  if (width === undefined || given.content?.useAutowidth === true) return false;
  const defaultSize = sizeOf(state, definition, { ...given, position: {} });
  return roundLength(defaultSize.width) !== roundLength(width);
}

function contentOf(state: EditorState, definition: BlockDefinition, given: NewBlock): object {
  return { ...definition.defaultContent(state.environment.random), ...given.content };
}

function choosePosition(
  state: EditorState,
  definition: BlockDefinition,
  given: NewBlock,
): Result<{ parentUuid: string; position: Position }, EditorRefusal> {
  const size = sizeOf(state, definition, given);
  const givenParent = given.parentUuid;
  const parent = givenParent === undefined ? undefined : state.blocks.get(givenParent);
  if (givenParent !== undefined && !parent) return refuse('unknown_block', { uuid: givenParent });
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
  let parentUuid = givenParent;
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
  const [topZIndex = GEOMETRY.medianZIndex] = topZIndices(state, parentUuid, 1);
  const { pin } = given.position ?? {};
  return ok({
    parentUuid,
    position: {
      x: roundLength(x),
      y: roundLength(y),
      width: roundLength(size.width),
      height: roundLength(size.height),
      rotationDeg: given.position?.rotationDeg ?? 0,
      zIndex: given.position?.zIndex ?? topZIndex,
      ...(pin === undefined ? {} : { pin }),
    },
  });
}

/**
 * Returns the requested size, or the type's default. The aspect ratio is kept, and a block without
 * a position fits the window.
 */
function sizeOf(
  state: EditorState,
  definition: BlockDefinition,
  given: NewBlock,
): { width: number; height: number } {
  const content = contentOf(state, definition, given);
  const reference = state.referenceWidth;
  // Sizes cannot be computed from invalid content, which is refused later.
  const isValid = checkContent(definition, content) === null;
  const sizePx = isValid ? definition.defaultSizePx?.(content) : undefined;
  const natural = sizePx
    ? { width: sizePx.width / reference, height: sizePx.height / reference }
    : { width: GEOMETRY.newBlockSize, height: GEOMETRY.newBlockSize };
  const ratio = (isValid ? definition.aspectRatio?.(content) : null) ?? null;
  const { width: requestedWidth, height: requestedHeight, x } = given.position ?? {};
  let width =
    requestedWidth ??
    (ratio !== null && requestedHeight !== undefined ? requestedHeight / ratio : natural.width);
  let height = requestedHeight ?? (ratio === null ? natural.height : width * ratio);
  // A caller that sets the left edge has chosen the width for that position.
  if (x === undefined && width > GEOMETRY.newBlockMaxWidth) {
    height *= GEOMETRY.newBlockMaxWidth / width;
    width = GEOMETRY.newBlockMaxWidth;
  }
  const min = GEOMETRY.minBlockDimension;
  return { width: Math.max(min, width), height: Math.max(min, height) };
}
