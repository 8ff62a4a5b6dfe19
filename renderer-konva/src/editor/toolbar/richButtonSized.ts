import { type BlockPatch, type BuiltinBlockOf, GEOMETRY, RICH_BUTTON_SIZES } from '@cobble/engine';

/** The name of a size that rich buttons come in. */
export type RichButtonSize = keyof typeof RICH_BUTTON_SIZES;

/**
 * The patch that makes a rich button of another size: as large as a new one of it, its middle where
 * it was. One that has that size already keeps what it was dragged to.
 */
export function richButtonSized(
  { content, position }: BuiltinBlockOf<'rich-button'>,
  size: RichButtonSize,
  referenceWidthPx: number,
): BlockPatch {
  if ((content.richButtonSize ?? 'regular') === size) return {};
  const sizePx = RICH_BUTTON_SIZES[size];
  const fit = Math.min(1, (GEOMETRY.newBlockMaxWidth * referenceWidthPx) / sizePx.width);
  const width = (sizePx.width * fit) / referenceWidthPx;
  const height = (sizePx.height * fit) / referenceWidthPx;
  return {
    // Regular is what needs not be said.
    content: { richButtonSize: size === 'regular' ? undefined : size },
    position: {
      width,
      height,
      x: position.x + (position.width - width) / 2,
      y: position.y + (position.height - height) / 2,
    },
  };
}
