import type { Editor, Point, Position } from '@cobble/engine';

/**
 * Where a block of a size must lie so that its centre is at a point of page space: the section
 * under that point (else the nearest) and the position relative to it.
 *
 * @param sizePx px at the reference width
 */
export function placeAt(
  editor: Editor,
  centre: Point,
  sizePx: { readonly width: number; readonly height: number },
): { readonly parentUuid?: string; readonly position: Partial<Position> } {
  const reference = editor.fields.settings.referenceWidth;
  const width = Math.min(sizePx.width / reference, 0.9);
  const height = (sizePx.height / sizePx.width) * width;
  let parentUuid: string | undefined;
  let origin = { x: 0, y: 0 };
  for (const id of editor.sectionIds) {
    const box = editor.boxOf(id);
    if (!box) continue;
    parentUuid = id;
    origin = box;
    if (centre.y < box.y + box.height) break;
  }
  const x = Math.min(Math.max(centre.x - width / 2, 0), Math.max(0, 1 - width));
  const y = Math.max(centre.y - height / 2, origin.y);
  return {
    ...(parentUuid === undefined ? {} : { parentUuid }),
    position: { x: x - origin.x, y: y - origin.y, width, height },
  };
}
