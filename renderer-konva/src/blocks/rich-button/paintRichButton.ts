import { type BuiltinBlockOf, iconPath } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxPath.ts';
import { paintColor } from '../../paint/paintColor.ts';
import type { Painter } from '../../paint/Painter.ts';
import { paintText } from '../../paint/paintText.ts';
import { layoutRichButton } from './richButtonLayout.ts';

/** A coloured plate with a mark and words. */
export const paintRichButton: Painter<BuiltinBlockOf<'rich-button'>> = ({
  block,
  content,
  width,
  height,
  radius,
  resources,
  target,
}) => {
  target.beginPath();
  addRoundedBox(target, { x: 0, y: 0, width, height }, radius);
  target.fillStyle = paintColor(block.content.richButtonColor);
  target.fill();

  const { referenceWidthPx, texts } = resources;
  const { icon, text, color } = layoutRichButton(block, content, referenceWidthPx, texts);
  const drawing = block.content.richButtonIcon && iconPath(block.content.richButtonIcon.icon);
  if (icon && drawing) {
    const [, , drawnWidth = 24, drawnHeight = 24] = drawing.viewBox.split(' ').map(Number);
    target.save();
    target.translate(icon.x, icon.y);
    target.scale(icon.width / drawnWidth, icon.height / drawnHeight);
    target.fillStyle = paintColor(color);
    target.fill(resources.path(drawing.path));
    target.restore();
  }
  if (text && !resources.isTextHidden(block.uuid))
    paintText(target, text.layout, text.box.x, text.box.y + text.top, texts.measurer);
};
