import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { minHeightPxOf, minimumHeightPx, shiftXPxOf } from '../blocks/minHeight.ts';
import type { DefinitionLookup } from '../blocks/minScaleOf.ts';
import { textStyleOf } from '../blocks/textStyleOf.ts';
import { withSize } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import { type Box, MAX_LENGTH, type Point, roundLength } from '../model/Position.ts';
import { insideWindow, limitLength, withPosition } from './blockPosition.ts';
import type { EditorState } from './EditorState.ts';
import { measuredHeight, measuredPx } from './measureText.ts';

type Size = Pick<Box, 'width' | 'height'>;

/** What growing reads: an editor's state, or the host of a gesture. */
export type Measuring = Pick<EditorState, 'definitionOf' | 'environment' | 'fields'>;

/**
 * Whether a block is as tall as the user made it, or taller if its text needs more height. One that
 * scrolls its contents does not grow, not even on the published page.
 */
export function growsWithText(definitions: DefinitionLookup, block: Block): boolean {
  return block.styles.overflow !== 'scroll' && canGrowWithText(definitions, block);
}

/**
 * Whether a block has a minimum height of its own, from when it grew. One that scrolls keeps it, for
 * when it grows again. A kit's block may use the name for something else.
 */
export function hasMinHeight(definitions: DefinitionLookup, block: Block): boolean {
  return canGrowWithText(definitions, block) && minHeightPxOf(block) !== undefined;
}

function canGrowWithText(definitions: DefinitionLookup, block: Block): boolean {
  return definitions.definitionOf(block)?.capabilities.growsWithText === true;
}

/**
 * Returns a block that grows with its text with the size that the text needs, but at least as tall
 * as the user made it: `content.minHeightPx` stores that height while the block is taller.
 * A square button stays square. The top left corner stays. Returns the block itself if it has that
 * size, or if its text cannot be measured.
 */
export function withGrownSize(state: Measuring, block: Block): Block {
  const { referenceWidth } = state.fields.settings;
  const isSide = staysSquare(state, block);
  const least = minimumSizeOf(block, referenceWidth, isSide);
  const needed = measuredHeight(state, block, least.width);
  if (needed === null) return block;
  if (needed <= least.height) return withMinHeight(withPosition(block, least), undefined);
  const height = isSide ? squareSide(state, block, least.width, needed) : roundLength(needed);
  const grown = withPosition(block, { width: isSide ? height : least.width, height });
  return withMinHeight(grown, roundLength(least.height * referenceWidth));
}

/**
 * Gives a block that grows with its text the size that the text needs (`withGrownSize`). The middle
 * of its top edge stays in place, unless a square button would leave the window: then it is moved
 * sideways, and `content.shiftXPx` stores by how much, so that it returns when it shrinks.
 */
export function growDown(state: EditorState, block: Block): Block {
  const grown = withGrownSize(state, block);
  if (grown === block) return block;
  const { referenceWidth } = state.fields.settings;
  const isSide = staysSquare(state, block);
  const least = minimumSizeOf(block, referenceWidth, isSide);
  const { x, y, rotationDeg } = block.position;
  // Rounded from the user's size, so that no sequence of sizes moves the block in the end.
  const before = growthOffset(least, block.position);
  const after = growthOffset(least, grown.position);
  const shiftBefore = isSide ? shiftOf(state, block) : 0;
  const own = withPosition(block, { ...least, x: x - before.x - shiftBefore, rotationDeg });
  const left = own.position.x + after.x;
  const { width } = grown.position;
  const shift = isSide ? roundLength(insideWindow(state, own, { x: left, width }) - left) : 0;
  const dx = roundLength(after.x + shift - before.x - shiftBefore);
  const dy = roundLength(after.y - before.y);
  return withShift(
    withPosition(grown, {
      ...(dx !== 0 && { x: limitLength(x + dx) }),
      ...(dy !== 0 && { y: limitLength(y + dy) }),
    }),
    roundLength(shift * referenceWidth),
  );
}

/** How far the top left corner moves when a new size keeps the middle of the top edge in place. */
function growthOffset(from: Size, to: Size & { readonly rotationDeg: number }): Point {
  const { x, y } = withSize({ ...from, x: 0, y: 0 }, to.rotationDeg, to);
  return { x: roundLength(x), y: roundLength(y) };
}

/**
 * How far growing has moved a square block sideways. 0 if it does not touch the window's edge any
 * more: the user has moved it since, and it stays there.
 */
function shiftOf({ fields, layout }: EditorState, block: Block): number {
  const { position, parentUuid } = block;
  const shift = roundLength(shiftXPxOf(block) / fields.settings.referenceWidth);
  if (shift === 0 || minHeightPxOf(block) === undefined || parentUuid === undefined) return 0;
  const left = roundLength((layout.boxOf(parentUuid)?.x ?? 0) + position.x);
  const touches = left === 0 || roundLength(left + position.width) === 1;
  return touches && position.rotationDeg % 360 === 0 ? shift : 0;
}

/**
 * Makes the height that a block has been given its minimum height, unless the edit says otherwise
 * (`content.minHeightPx`). A button that had grown keeps its font size from then on: its text would
 * otherwise become as large as the new height suggests, and need even more height.
 *
 * @param previous the block before the edit
 * @param scales whether the whole block is scaled: then the minimum height is, too
 */
export function withSetHeight(
  block: Block,
  previous: Block,
  { referenceWidth, scales = false }: { referenceWidth: number; scales?: boolean },
): Block {
  const { height } = block.position;
  const before = previous.position.height;
  const minHeightPx = minHeightPxOf(block);
  if (minHeightPx === undefined || height === before) return block;
  if (minHeightPx !== minHeightPxOf(previous)) return block;
  const mostPx = MAX_LENGTH * referenceWidth;
  if (!scales || before <= 0)
    return withMinHeight(withFontSize(block, previous, referenceWidth), undefined);
  const factor = height / before;
  const scaled = withMinHeight(block, Math.min(mostPx, roundLength(minHeightPx * factor)));
  return withShift(scaled, roundLength(shiftXPxOf(block) * factor));
}

/** Stores a button's font size, unless the edit turns it into one of the other size. */
function withFontSize(block: Block, previous: Block, referenceWidth: number): Block {
  const button = asBuiltin(block);
  const before = asBuiltin(previous);
  if (button?.type !== 'rich-button' || before?.type !== 'rich-button') return block;
  const { richButtonText: text, richButtonSize } = button.content;
  const style = textStyleOf(previous, referenceWidth);
  if (text.size !== undefined || richButtonSize !== before.content.richButtonSize || !style)
    return block;
  const size = Math.min(1000, Math.max(1, style.sizePx));
  return { ...block, content: { ...button.content, richButtonText: { ...text, size } } };
}

/** Rounded sides of a square may differ by this, in fractions of the window's width. */
const SQUARE_TOLERANCE = 1e-5;

/** Whether a block that grows has to grow in both directions. */
function staysSquare(state: Measuring, block: Block): boolean {
  const { width, height } = block.position;
  return (
    state.definitionOf(block)?.aspectRatio?.(block.content) === 1 &&
    Math.abs(width - height) < SQUARE_TOLERANCE
  );
}

/** The size that the user gave a block, in fractions of the window's width. */
function minimumSizeOf(block: Block, referenceWidth: number, isSide: boolean): Size {
  const { width, height } = block.position;
  if (minHeightPxOf(block) === undefined) return { width, height };
  const exact = minimumHeightPx(block, referenceWidth) / referenceWidth;
  // The height from before the block grew, so that taking back what was typed changes nothing.
  const rounded = roundLength(exact);
  const least = Math.abs(exact - rounded) < 1e-9 ? rounded : exact;
  return { width: isSide ? least : width, height: least };
}

/** How much a square grows by, px: its sides stay on whole px, as far as they were. */
const SQUARE_STEP_PX = 2;

/** The space at each side of the label of a square that grows, as a ratio of the font size. */
const SIDE_SPACE_RATIO = 0.25;
/** How much more a square grows for that space, at most, as a ratio of the font size. */
const MAX_WIDENING_RATIO = 4;

/**
 * The side of the smallest square that the text fits in, or a little more if a line would touch the
 * sides or a word would break, unless even that is too little. A wider block needs less height.
 *
 * @param least a side that is too small
 * @param needed the height that the block needs at that width: a side that is large enough
 */
function squareSide(state: Measuring, block: Block, least: number, needed: number): number {
  const step = SQUARE_STEP_PX / state.fields.settings.referenceWidth;
  let [low, high] = [0, Math.ceil((needed - least) / step)];
  while (high - low > 1) {
    const steps = Math.floor((low + high) / 2);
    const side = least + steps * step;
    if ((measuredHeight(state, block, side) ?? 0) <= side) high = steps;
    else low = steps;
  }
  const { referenceWidth } = state.fields.settings;
  const sizePx = textStyleOf(block, referenceWidth)?.sizePx ?? 0;
  const most = high + Math.floor((MAX_WIDENING_RATIO * sizePx) / SQUARE_STEP_PX);
  // In larger steps for larger fonts, because each step lays out the label.
  const stride = Math.max(1, Math.ceil(sizePx / 24));
  let steps = high;
  while (steps <= most && !hasSideSpace(state, block, least + steps * step, sizePx))
    steps += stride;
  if (steps > most) steps = high;
  // Half of the difference is a rounded length: a square that shrinks back is where it was.
  return Math.min(MAX_LENGTH, least + 2 * roundLength((steps * step) / 2));
}

/** Whether the lines of a square leave space at its sides; true if they cannot be measured. */
function hasSideSpace(state: Measuring, block: Block, side: number, sizePx: number): boolean {
  const { referenceWidth } = state.fields.settings;
  const widthPx = side * referenceWidth;
  const textPx = measuredPx(state.environment, 'measureTextWidth', {
    block,
    widthPx,
    referenceWidthPx: referenceWidth,
  });
  return textPx === null || textPx + 2 * SIDE_SPACE_RATIO * sizePx <= widthPx;
}

/** A block without a minimum height has no shift either. */
function withMinHeight(block: Block, minHeightPx: number | undefined): Block {
  const sized = withContentPx(block, 'minHeightPx', minHeightPx);
  return minHeightPx === undefined ? withShift(sized, 0) : sized;
}

function withShift(block: Block, shiftXPx: number): Block {
  return withContentPx(block, 'shiftXPx', shiftXPx === 0 ? undefined : shiftXPx);
}

function withContentPx(
  block: Block,
  key: 'minHeightPx' | 'shiftXPx',
  px: number | undefined,
): Block {
  const { [key]: before, ...rest } = block.content as Readonly<Record<string, unknown>>;
  if (before === px) return block;
  return { ...block, content: px === undefined ? rest : { ...rest, [key]: px } };
}
