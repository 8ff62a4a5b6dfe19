import { builtinBlocks } from '../../blocks/builtinBlocks.ts';
import type { BlockDefinition } from '../../blocks/BlockDefinition.ts';
import { escapeBlockLinks } from '../../blocks/escapeBlockLinks.ts';
import { checkContent, versionOf } from '../../blocks/checkContent.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { didYouMean } from '../../model/didYouMean.ts';
import { isoTimeOf } from '../../model/inputError.ts';
import { BLOCK_DEPTH, copyJson, JsonProblem } from '../../model/json.ts';
import { MAX_LENGTH, type Position, roundLength } from '../../model/Position.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import type { NewBlock } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseOverCap } from '../blockCap.ts';
import { refuseLocked } from '../locks.ts';
import { growsWithText } from '../textGrowth.ts';
import { hasAutowidth, withoutAutowidth, withTextHeight, withTextSize } from '../textSize.ts';
import { refuseInvalid } from '../validate.ts';
import { unknownKey } from '../../model/unknownKey.ts';
import { topZIndices } from '../zOrder.ts';

/**
 * Adds blocks with their types' defaults. Without a parent, x and y are in page space, and the
 * section under the block's centre (or the last one) becomes the parent; with a parent they are
 * relative to it. Without x or y, the block's centre is near the middle of the window or parent, at
 * most about half the window's width from the top. A text without a width gets autowidth. In a list,
 * a refused block is named by its index (details: `index`).
 */
export function addBlocks(
  state: EditorState,
  blocks: NewBlock<string> | readonly NewBlock<string>[],
  { select = true }: { select?: boolean } = {},
): Result<readonly string[], EditorRefusal> {
  const list = isList(blocks) ? blocks : [blocks];
  const overCap = refuseOverCap(state, list.length);
  if (overCap) return overCap;
  const added: string[] = [];
  for (const [index, newBlock] of list.entries()) {
    const result = addBlock(state, escapeBlockLinks(newBlock.type, newBlock));
    if (!result.ok)
      return isList(blocks) ? refuse(result.code, { index, ...result.details }) : result;
    added.push(result.value);
  }
  if (select) state.selection.set(added);
  return ok(added);
}

/** `Array.isArray`, whose type does not narrow a readonly list. */
function isList<Item>(items: Item | readonly Item[]): items is readonly Item[] {
  return Array.isArray(items);
}

function addBlock(state: EditorState, newBlock: NewBlock<string>): Result<string, EditorRefusal> {
  const type: unknown = newBlock.type;
  const definition = typeof type === 'string' ? state.definitionOf(type) : null;
  if (!definition) return refuseUnknownType(state, type);
  if (newBlock.type === 'group') return refuse('group_needs_its_own_command');
  const unknown = unknownKey(newBlock, {}, definition.content);
  if (unknown) return refuse('invalid_block', { ...unknown });
  const tooLarge = refuseTooLarge(newBlock.position);
  if (tooLarge) return tooLarge;
  const uuid = newBlock.uuid ?? state.createId();
  if (state.blocks.has(uuid))
    return refuse('invalid_block', { path: 'uuid', message: 'is already used' });
  const content = { ...definition.defaultContent(state.environment.random), ...newBlock.content };
  const sizeAt = (position: NewBlock['position']) => sizeOf(state, definition, content, position);
  const placed = choosePosition(state, newBlock, sizeAt(newBlock.position));
  if (!placed.ok) return placed;
  const { parentUuid, position } = placed.value;
  const { altText, locked, source } = newBlock;
  const assembled = {
    uuid,
    type: newBlock.type,
    parentUuid,
    ...(locked === undefined ? {} : { locked }),
    ...(altText === undefined ? {} : { altText }),
    ...(source === undefined ? {} : { source }),
    clientCreatedAt: isoTimeOf(state.environment.now, 'environment.now'),
    position,
    properties: newBlock.properties ?? {},
    styles: { ...definition.defaultStyles, ...newBlock.styles },
    ...(versionOf(definition) === 1 ? {} : { contentVersion: versionOf(definition) }),
    content,
  };
  let created: Block;
  try {
    // A kit may return the same default content each time, and change it later.
    created = copyJson(assembled, { depth: BLOCK_DEPTH, sharesFrozen: true }) as Block;
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return refuse('invalid_block', { path: error.path.join('.'), message: error.message });
  }
  const block = choosesWidth(newBlock, sizeAt({}).width)
    ? withoutAutowidth(state, created)
    : created;
  const invalid = refuseInvalid(state, block);
  if (invalid) return invalid;
  const fits =
    growsWithText(state, block) ||
    (hasAutowidth(state, block) && newBlock.content?.text !== undefined);
  const hasHeight = newBlock.position?.height !== undefined;
  state.store.put(
    fits ? withTextSize(state, block) : hasHeight ? block : withTextHeight(state, block),
  );
  return ok(uuid);
}

function refuseUnknownType({ kits }: EditorState, type: unknown): Refusal<EditorRefusal> {
  const types = [...Object.keys(builtinBlocks), ...kits.map(({ block }) => block.type)];
  const hint = typeof type === 'string' ? didYouMean(type, types) : '';
  return refuse('unknown_type', { type, ...(hint && { message: hint.replace('; ', '') }) });
}

/** Refuses a size that no block can have, before the block is scaled down to fit the window. */
function refuseTooLarge(position: NewBlock['position'] = {}): Refusal<EditorRefusal> | null {
  const side = (['width', 'height'] as const).find((each) => (position[each] ?? 0) > MAX_LENGTH);
  if (side === undefined) return null;
  const message = `must be at most ${String(MAX_LENGTH)}`;
  return refuse('invalid_block', { path: `position.${side}`, message });
}

/**
 * Whether the caller sets a width other than the default one, and not autowidth.
 *
 * @param defaultWidth the width that the block would have otherwise
 */
function choosesWidth({ position, content }: NewBlock<string>, defaultWidth: number): boolean {
  const width = position?.width;
  if (width === undefined || content?.useAutowidth === true) return false;
  return roundLength(defaultWidth) !== roundLength(width);
}

function choosePosition(
  state: EditorState,
  newBlock: NewBlock<string>,
  size: { readonly width: number; readonly height: number },
): Result<{ parentUuid: string; position: Position }, EditorRefusal> {
  const requestedParent = newBlock.parentUuid;
  const parent = requestedParent === undefined ? undefined : state.blocks.get(requestedParent);
  if (requestedParent !== undefined && !parent)
    return refuse('unknown_block', { uuid: requestedParent });
  if (parent) {
    if (!state.definitionOf(parent)?.capabilities.containsBlocks)
      return refuse('invalid_block', { path: 'parentUuid', message: 'must be a section or group' });
    const locked = refuseLocked(state, [parent.uuid]);
    if (locked) return locked;
    if (state.layout.ancestorsOf(parent.uuid).length >= MAX_GROUP_DEPTH)
      return refuse('invalid_block', {
        path: 'parentUuid',
        message: 'is nested in too many groups',
      });
  }
  const { random } = state.environment;
  const { newBlockCenter, newBlockJitter } = GEOMETRY;
  const middle = parent
    ? { x: parent.position.width / 2, y: Math.min(newBlockCenter, parent.position.height / 2) }
    : { x: newBlockCenter, y: newBlockCenter };
  let x = newBlock.position?.x ?? middle.x - size.width / 2 + random() * newBlockJitter;
  let y = newBlock.position?.y ?? middle.y - size.height / 2 + random() * newBlockJitter;
  // A tall block near the top stays on the page.
  if (newBlock.position?.y === undefined) y = Math.max(0, y);
  let parentUuid = requestedParent;
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
  const { pin } = newBlock.position ?? {};
  return ok({
    parentUuid,
    position: {
      x: roundLength(x),
      y: roundLength(y),
      width: roundLength(size.width),
      height: roundLength(size.height),
      rotationDeg: newBlock.position?.rotationDeg ?? 0,
      zIndex: newBlock.position?.zIndex ?? topZIndex,
      ...(pin === undefined ? {} : { pin }),
    },
  });
}

/**
 * Returns the requested size, or the type's default. If one side is requested, the other follows
 * the aspect ratio, if there is one. A block without an x fits the window.
 */
function sizeOf(
  state: EditorState,
  definition: BlockDefinition,
  content: object,
  position: NewBlock['position'],
): { width: number; height: number } {
  const reference = state.referenceWidth;
  // Sizes cannot be computed from invalid content, which is refused later.
  const isValid = checkContent(definition, content) === null;
  const sizePx = isValid ? definition.defaultSizePx?.(content) : undefined;
  const natural = sizePx
    ? { width: sizePx.width / reference, height: sizePx.height / reference }
    : { width: GEOMETRY.newBlockSize, height: GEOMETRY.newBlockSize };
  const ratio = (isValid ? definition.aspectRatio?.(content) : null) ?? null;
  const { width: requestedWidth, height: requestedHeight, x } = position ?? {};
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
