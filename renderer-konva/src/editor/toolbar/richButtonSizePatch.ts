import { type BlockPatch, type BuiltinBlockOf, GEOMETRY, RICH_BUTTON_SIZES } from '@cobble/engine';

/** The name of a size of rich buttons. */
export type RichButtonSize = keyof typeof RICH_BUTTON_SIZES;

/**
 * Returns the patch that changes a rich button's size to that of a new button of the named size,
 * about its centre. A button that has the named size already keeps its dimensions.
 */
export function richButtonSizePatch(
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
    // `regular` is the default and not stored.
    content: { richButtonSize: size === 'regular' ? undefined : size },
    position: {
      width,
      height,
      x: position.x + (position.width - width) / 2,
      y: position.y + (position.height - height) / 2,
    },
  };
}
