import type { BuiltinBlockOf } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { paintColor } from '../../paint/paintColor.ts';
import { paintIcon } from '../../paint/paintIcon.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintText } from '../../paint/paintText.ts';
import { layoutRichButton, publishedButton } from './richButtonLayout.ts';

/** A coloured button with an icon and text. */
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
  const isEdited = resources.isTextHidden(block.uuid);
  const shown = isEdited ? block : publishedButton(block, texts);
  const { icon, text, color } = layoutRichButton(shown, content, referenceWidthPx, texts);
  const name = block.content.richButtonIcon?.icon;
  if (icon && name !== undefined) paintIcon(target, name, icon, color, resources);
  if (text && !isEdited)
    paintText(target, text.layout, text.box.x, text.box.y + text.top, texts.measurer);
};
