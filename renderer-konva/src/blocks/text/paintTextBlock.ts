import type { BuiltinBlockOf } from '@cobble/engine';
import { paintText } from '../../paint/paintText.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { layoutBlockText } from '../../text/blockText.ts';

/** Rich text from the top of its box. */
export const paintTextBlock: Painter<BuiltinBlockOf<'text'>> = ({
  block,
  content,
  resources,
  target,
}) => {
  if (resources.isTextHidden(block.uuid)) return;
  const text = layoutBlockText(block, content, resources.referenceWidthPx, resources.texts);
  if (text) paintText(target, text.layout, content.x, content.y, resources.texts.measurer);
};
