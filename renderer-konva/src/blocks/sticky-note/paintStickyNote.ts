import type { BuiltinBlockOf } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxPath.ts';
import type { Painter } from '../../paint/Painter.ts';
import { paintText } from '../../paint/paintText.ts';
import { layoutBlockText } from '../../text/blockText.ts';
import { stickyNoteTextBox } from './stickyNoteLayout.ts';

/** A square of coloured paper with words. */
export const paintStickyNote: Painter<BuiltinBlockOf<'sticky-note'>> = ({
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
  target.fillStyle = block.content.stickyNoteColor;
  target.fill();
  if (resources.isTextHidden(block.uuid)) return;
  const { referenceWidthPx, texts } = resources;
  const text = layoutBlockText(block, stickyNoteTextBox(content), referenceWidthPx, texts);
  if (text) paintText(target, text.layout, text.box.x, text.box.y, texts.measurer);
};
