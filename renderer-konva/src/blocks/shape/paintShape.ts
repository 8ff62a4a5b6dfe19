import type { BuiltinBlockOf } from '@cobble/engine';
import { SHAPES } from '@cobble/engine/shapes';
import { paintColor } from '../../paint/paintColor.ts';
import type { Painter } from '../../paint/PaintResources.ts';

/** A filled outline, stretched from its 100 by 100 box to the content box. */
export const paintShape: Painter<BuiltinBlockOf<'shape'>> = ({
  block: { content: shape },
  content,
  resources,
  target,
}) => {
  const data =
    shape.shapeType === 'path'
      ? shape.shapePath
      : (SHAPES[shape.shapeType] ?? SHAPES.rectangle)?.path;
  if (!data) return;
  target.save();
  target.translate(content.x, content.y);
  target.scale(content.width / 100, content.height / 100);
  target.fillStyle = paintColor(shape.shapeColor);
  target.fill(resources.path(data));
  target.restore();
};
