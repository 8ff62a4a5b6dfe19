import { asBuiltin } from '../blocks/builtinBlocks.ts';
import type { DefinitionLookup } from '../blocks/minScaleOf.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { type ResizeHandle, scaleBox, withHeight } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import { equalJson } from '../model/json.ts';
import type { RichTextNode } from '../text/richText.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import type { BlockPatch } from './patches.ts';
import type { EditorState } from './EditorState.ts';
import { insideWindow, limitLength, withPosition } from './blockPosition.ts';
import { measuredHeight, measuredPx } from './measureText.ts';
import { growDown, growsWithText } from './textGrowth.ts';
import { roundLength } from '../model/Position.ts';

/** Whether a block's height follows from its text. */
function hasAutosize(definitions: DefinitionLookup, block: Block): boolean {
  const { useAutosize } = block.content as { readonly useAutosize?: unknown };
  return definitions.definitionOf(block)?.capabilities.autosizes === true && useAutosize !== false;
}

/** Whether a block is as wide as its text, because its width has not been set. */
export function hasAutowidth(definitions: DefinitionLookup, block: Block): boolean {
  const { useAutowidth } = block.content as { readonly useAutowidth?: unknown };
  return useAutowidth === true && definitions.definitionOf(block)?.capabilities.autosizes === true;
}

/** Returns a block without autowidth: it keeps its current width. */
export function withoutAutowidth(definitions: DefinitionLookup, block: Block): Block {
  if (!hasAutowidth(definitions, block)) return block;
  const { useAutowidth: _, ...content } = block.content as Readonly<Record<string, unknown>>;
  return { ...block, content };
}

/**
 * Returns a block whose height depends on its text with the size that the text needs: first the
 * width, if it has autowidth, then the height. Without `previous`, it is a new block, which keeps the
 * position that it was given as far as it stays in the window. Returns the block itself if its height
 * is fixed, or if its size, content and styles are the same as in `previous`.
 */
export function withTextSize(state: EditorState, block: Block, previous?: Block): Block {
  const grows = growsWithText(state, block);
  if (!grows && !hasAutosize(state, block)) return block;
  if (previous && !needsMeasuring(previous, block)) return block;
  if (grows) {
    const grown = growDown(state, block);
    state.measuredContents.add(grown.content);
    return grown;
  }
  return previous ? fitText(state, block) : withTextHeight(state, withTextWidth(state, block));
}

/**
 * Gives a text the size that it needs, measured from where the block was before the edit in progress
 * fitted it to its text: the result depends on the text, not on the texts before.
 */
function fitText(state: EditorState, block: Block): Block {
  const starts = state.inProgress.textStarts;
  const base = state.store.baseOf(block.uuid);
  const sizing = hasAutowidth(state, block) ? (growingSide(block) ?? 'both') : 'height';
  const start = starts?.startOf({ block, base, sizing }) ?? block;
  const sized = withTextHeight(state, withTextWidth(state, start));
  const fitted = keepTopEdge(start, sized);
  starts?.remember({ block: start, base, sizing }, fitted);
  return fitted;
}

/** Measures a block again; returns the block itself if it has the size that its text needs. */
export function withSizeMeasuredAgain(state: EditorState, block: Block): Block {
  const isFitted = !growsWithText(state, block) && hasAutosize(state, block);
  const sized = isFitted ? fitText(state, block) : withTextSize(state, block);
  const isSame =
    equalJson(sized.position, block.position) && equalJson(sized.content, block.content);
  return isSame ? block : sized;
}

/**
 * Keeps a rotated text's first line in place: a box rotates about its centre, and a new height
 * moves the centre.
 */
function keepTopEdge(previous: Block, block: Block): Block {
  const { position } = block;
  const { height } = previous.position;
  if (position.rotationDeg % 360 === 0 || position.height === height) return block;
  const { x, y } = withHeight({ ...position, height }, position.rotationDeg, position.height);
  return withPosition(block, { x: limitLength(x), y: limitLength(y) });
}

function needsMeasuring(previous: Block, current: Block): boolean {
  return (
    previous.position.width !== current.position.width ||
    previous.position.height !== current.position.height ||
    !equalJson(previous.content, current.content) ||
    !equalJson(previous.styles, current.styles)
  );
}

/** Returns a block with the height that its text needs at its width, if that height is known. */
export function withTextHeight(state: EditorState, block: Block): Block {
  const height = neededTextHeight(state, block, block.position.width);
  if (height === null) return block;
  state.measuredContents.add(block.content);
  return withPosition(block, { height: roundLength(height) });
}

/**
 * The height that a block's text needs at a width, both in fractions of the window's width, with
 * padding, border and 2 px, but at most what a page can store. Null if the block's height does not
 * follow from its text, or if the environment cannot measure it.
 *
 * @param patch changes that the block is measured with
 * @throws CobbleError `input_invalid` (details: `path`) if the environment returns anything but a
 *   number
 */
export function neededTextHeight(
  state: Pick<EditorState, 'definitionOf' | 'environment' | 'fields'>,
  block: Block,
  width: number,
  patch?: Pick<BlockPatch, 'content' | 'styles'>,
): number | null {
  if (!state.environment.measureTextHeight || !hasAutosize(state, block)) return null;
  const measured: Block = patch
    ? {
        ...block,
        content: { ...block.content, ...patch.content },
        styles: { ...block.styles, ...patch.styles },
      }
    : block;
  return measuredHeight(state, measured, width);
}

/**
 * Makes a block with autowidth as wide as its text, up to the maximum width of a new block, where
 * lines wrap. It grows towards the ragged side of its alignment, and in the other direction where
 * it would leave the window. Other blocks are returned unchanged.
 */
function withTextWidth(state: EditorState, block: Block): Block {
  if (!hasAutowidth(state, block)) return block;
  const { newBlockMaxWidth, minBlockDimension } = GEOMETRY;
  const unit = state.referenceWidth;
  const request = { block, widthPx: newBlockMaxWidth * unit, referenceWidthPx: unit };
  const widthPx = measuredPx(state.environment, 'measureTextWidth', request);
  if (widthPx === null) return block;
  const width = Math.min(newBlockMaxWidth, Math.max(minBlockDimension, widthPx / unit));
  const { position } = block;
  if (position.width <= 0 || roundLength(width) === position.width) return block;
  const handle = growingSide(block);
  const { x, y } = scaleBox(
    {
      box: position,
      rotationDeg: position.rotationDeg,
      handle: handle ?? 'e',
      fromCenter: handle === null,
    },
    width / position.width,
    1,
  );
  return withPosition(block, {
    x: limitLength(insideWindow(state, block, { x, width })),
    y: limitLength(y),
    width: roundLength(width),
  });
}

/** The side that moves when the width follows the text; null for both. */
function growingSide(block: Block): ResizeHandle | null {
  const builtin = asBuiltin(block);
  if (builtin?.type !== 'text') return 'e';
  const align = alignOf(builtin.content.text) ?? builtin.content.textAlign ?? TEXT_DEFAULTS.align;
  return align === 'center' ? null : align === 'right' ? 'w' : 'e';
}

/** The alignment of the first paragraph; null if it sets none. */
function alignOf(node: RichTextNode): 'left' | 'center' | 'right' | 'justify' | null {
  if (node.type === 'paragraph' || node.type === 'heading')
    return (node.attrs?.textAlign as ReturnType<typeof alignOf> | undefined) ?? null;
  const [first] = node.content ?? [];
  return first ? alignOf(first) : null;
}
