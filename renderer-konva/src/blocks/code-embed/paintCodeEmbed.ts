import { type BuiltinBlockOf, CARD_COLORS } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { interfaceMessage, paintNotice } from '../../paint/interfaceText.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintPlaceholder } from '../../paint/paintPlaceholder.ts';

/**
 * A placeholder for a code embed, which never runs on the canvas; in safe mode, a notice unless it
 * has no code.
 */
export const paintCodeEmbed: Painter<BuiltinBlockOf<'code-embed'>> = (frame) => {
  const { target, content, radius, resources, block } = frame;
  if (!resources.isSafeMode || block.content.ceCode.trim() === '') {
    paintPlaceholder(frame, 'code');
    return;
  }
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.fillStyle = '#EFE8DB';
  target.fill();
  paintNotice(frame, interfaceMessage(resources, 'safeMode'), CARD_COLORS.action);
};
