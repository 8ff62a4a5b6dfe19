import type { BuiltinBlockOf } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { paintColor } from '../../paint/paintColor.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintText } from '../../paint/paintText.ts';
import { layoutBlockText } from '../../text/blockText.ts';

/** A coloured button with centred text. */
export const paintButton: Painter<BuiltinBlockOf<'button'>> = (frame) => {
  const { block, target, content, radius, resources, width, height } = frame;
  target.beginPath();
  addRoundedBox(target, { x: 0, y: 0, width, height }, radius);
  target.fillStyle = paintColor(block.content.color);
  target.fill();
  const { referenceWidthPx, texts } = resources;
  const text = layoutBlockText(block, content, referenceWidthPx, texts, 'middle');
  if (text) paintText(target, text.layout, text.box.x, text.box.y + text.top, texts.measurer);
};
