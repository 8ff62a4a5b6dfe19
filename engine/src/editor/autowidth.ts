import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { type ResizeHandle, scaleBox } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import type { RichTextNode } from '../text/richText.ts';
import type { KnowsTypes } from '../blocks/minScaleOf.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import type { EditorState } from './EditorState.ts';
import { roundLength, withPosition } from './positions.ts';

/** Whether a block is as wide as its text, because nobody has set its width. */
export function hasAutowidth(types: KnowsTypes, block: Block): boolean {
  const { useAutowidth } = block.content as { readonly useAutowidth?: unknown };
  return useAutowidth === true && types.definitionOf(block.type)?.capabilities.autosizes === true;
}

/** Returns a block that keeps its current width, whatever its text. */
export function withOwnWidth(types: KnowsTypes, block: Block): Block {
  if (!hasAutowidth(types, block)) return block;
  const { useAutowidth: _, ...content } = block.content as Readonly<Record<string, unknown>>;
  return { ...block, content };
}

/**
 * Makes a block with autowidth as wide as its text, up to the width of a new block, where lines
 * wrap. It grows towards the ragged side of its alignment, and in the other direction where it
 * would leave the window. Other blocks are returned unchanged.
 */
export function fittedWidth(state: EditorState, block: Block): Block {
  const measure = state.environment.measureTextWidth;
  if (!measure || !hasAutowidth(state, block)) return block;
  const { newBlockMaxWidth, minBlockDimension } = GEOMETRY;
  const unit = state.referenceWidth;
  const measured = measure({ block, widthPx: newBlockMaxWidth * unit }) / unit;
  if (!Number.isFinite(measured)) return block;
  const width = Math.min(newBlockMaxWidth, Math.max(minBlockDimension, measured));
  const { position } = block;
  if (position.width <= 0 || roundLength(width) === position.width) return block;
  const handle = handleOf(block);
  const { x, y } = scaleBox(
    {
      box: position,
      rotationDeg: position.rotationDeg,
      handle: handle ?? 'e',
      fromCentre: handle === null,
    },
    width / position.width,
    1,
  );
  return withPosition(block, {
    x: roundLength(insideWindow(state, block, x, width)),
    y: roundLength(y),
    width: roundLength(width),
  });
}

/** The side that moves; null for both. */
function handleOf(block: Block): ResizeHandle | null {
  const known = asBuiltin(block);
  if (known?.type !== 'text') return 'e';
  const align = alignOf(known.content.text) ?? known.content.textAlign ?? TEXT_DEFAULTS.align;
  return align === 'center' ? null : align === 'right' ? 'w' : 'e';
}

/** The alignment of the first paragraph that sets one. */
function alignOf(node: RichTextNode): 'left' | 'center' | 'right' | 'justify' | null {
  if (node.type === 'paragraph' || node.type === 'heading')
    return (node.attrs?.textAlign as ReturnType<typeof alignOf> | undefined) ?? null;
  const [first] = node.content ?? [];
  return first ? alignOf(first) : null;
}

function insideWindow(state: EditorState, block: Block, x: number, width: number): number {
  const { position, parentUuid } = block;
  if (position.rotationDeg % 360 !== 0 || parentUuid === undefined) return x;
  const origin = state.layout.boxOf(parentUuid)?.x ?? 0;
  const was = origin + position.x;
  // A block that was placed partly outside is meant to be there.
  if (was < 0 || was + position.width > 1) return x;
  return Math.max(0, Math.min(origin + x, 1 - width)) - origin;
}
