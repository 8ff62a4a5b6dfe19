import type { Editor, Point, Position, SizePx } from '@cobble/engine';

/**
 * Returns the position of a block whose centre is at a point of page space, relative to the section
 * under that point or else the last one. Moves the block down to the section's top and sideways
 * into the window if it would extend beyond them.
 *
 * @param sizePx px at the reference width
 */
export function placeAt(
  editor: Editor,
  center: Point,
  sizePx: SizePx,
): { readonly parentUuid?: string; readonly position: Partial<Position> } {
  const { width, height } = sizeInPage(editor, sizePx);
  let parentUuid: string | undefined;
  let origin = { x: 0, y: 0 };
  for (const id of editor.sectionIds) {
    const box = editor.boxOf(id);
    if (!box) continue;
    parentUuid = id;
    origin = box;
    if (center.y < box.y + box.height) break;
  }
  const x = Math.min(Math.max(center.x - width / 2, 0), Math.max(0, 1 - width));
  const y = Math.max(center.y - height / 2, origin.y);
  return {
    ...(parentUuid === undefined ? {} : { parentUuid }),
    position: { x: x - origin.x, y: y - origin.y, width, height },
  };
}

/**
 * Converts a size in px at the reference width to fractions, scaled down to at most 0.9 of the
 * window's width.
 */
export function sizeInPage(editor: Editor, sizePx: SizePx): Pick<Position, 'width' | 'height'> {
  const width = Math.min(sizePx.width / editor.fields.settings.referenceWidth, 0.9);
  return { width, height: (sizePx.height / sizePx.width) * width };
}
