import type { Block } from '../../model/Block.ts';
import type { PageStyle } from '../../model/Page.ts';
import { scaleBorder } from '../../model/styles.ts';
import type { EditorState } from '../EditorState.ts';
import { spreadBlock } from '../blockPosition.ts';
import { scaleBlockPx } from './scaleBlockPx.ts';
import { roundLength } from '../../model/Position.ts';

/**
 * Adapts a block to a window of another width; `factor` is new/old. With `scale`, px values are
 * multiplied by `factor`; without, position and size are divided by it.
 */
export function redesignBlock(
  definitions: Pick<EditorState, 'definitionOf'>,
  block: Block,
  factor: number,
  scale: boolean,
): Block {
  return scale ? scaleBlockPx(definitions, block, factor) : spreadBlock(block, 1 / factor);
}

/** Adapts the page's style to a window of another width, like `redesignBlock`. */
export function redesignPageStyle(style: PageStyle, factor: number, scale: boolean): PageStyle {
  return scale ? scalePageStyle(style, factor) : spreadPageStyle(style, 1 / factor);
}

function scalePageStyle(style: PageStyle, factor: number): PageStyle {
  return style.border && factor !== 1
    ? { ...style, border: scaleBorder(style.border, factor) }
    : style;
}

/** The page margin is a fraction of the window's width. */
function spreadPageStyle(style: PageStyle, factor: number): PageStyle {
  return style.margin === undefined || factor === 1
    ? style
    : { ...style, margin: Math.min(1, roundLength(style.margin * factor)) };
}
