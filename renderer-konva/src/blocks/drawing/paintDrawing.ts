import type { BuiltinBlockOf } from '@cobble/engine';
import { inkPaths, safeDecodeDrawing } from '@cobble/engine/drawing';
import { memoizeByObject } from '@cobble/engine/memoize';
import { paintColor } from '../../paint/paintColor.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import type { PaintResources } from '../../paint/PaintResources.ts';
import { paintPlaceholder } from '../../paint/paintPlaceholder.ts';

interface Ink {
  readonly path: Path2D;
  readonly color: string;
  readonly opacity: number;
}

/**
 * Strokes as filled outlines, stretched from the drawing's own size to its box; a placeholder if
 * they cannot be read.
 */
export const paintDrawing: Painter<BuiltinBlockOf<'drawing'>> = (frame) => {
  const { block, target, content, resources } = frame;
  const { drawingPaths, drawingWidth, drawingHeight } = block.content;
  if (drawingPaths === '') return;
  const ink = inkOf(block.content, resources);
  if (!ink) {
    paintPlaceholder(frame, '');
    return;
  }
  target.save();
  target.translate(content.x, content.y);
  target.scale(content.width / drawingWidth, content.height / drawingHeight);
  const { globalAlpha } = target;
  for (const { path, color, opacity } of ink) {
    target.globalAlpha = globalAlpha * opacity;
    target.fillStyle = color;
    target.fill(path);
  }
  target.restore();
};

/**
 * Memoized by content, which is replaced on change; never invalidated. A moved drawing is not
 * decoded again.
 */
const inkOf = memoizeByObject(
  (
    content: BuiltinBlockOf<'drawing'>['content'],
    resources: PaintResources,
  ): readonly Ink[] | null => {
    const decoded = safeDecodeDrawing(content.drawingPaths);
    if (!decoded.ok) return null;
    return inkPaths(decoded.value).map(({ pathData, color, opacity }) => ({
      path: resources.path(pathData),
      color: paintColor(color),
      opacity,
    }));
  },
);
