import { minHeightPxOf, withoutLastLineBreaks } from '@cobble/engine';
import { readColor } from '../../page/readStyles.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { compact, field, oneOf, string } from '../../page/readFields.ts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { textClass } from '../textClass.ts';

/** A coloured box with text; a link if it has a target. */
export const buttonView: StaticView = (block, context) => {
  const text = withoutLastLineBreaks(string(field(block.content, 'text'), 1000) ?? '');
  const color = readColor(field(block.content, 'color')) ?? '#2B4EFF';
  const font = readFont(field(block.content, 'font'));
  const buttonType = oneOf(field(block.content, 'buttonType'), ['wide', 'square']) ?? 'wide';
  const minHeightPx = minHeightPxOf(block);
  const content = { buttonType, color, text, ...compact({ font, minHeightPx }) };
  return {
    html: text === '' ? '' : `<span>${escapeHtml(text)}</span>`,
    css: [['background-color', color]],
    classes: [
      'k',
      textClass({ ...block, content }, context, text),
      context.classFor([['justify-content', 'center']]),
    ],
    ...(text === '' ? { label: block.altText ?? '' } : {}),
  };
};
