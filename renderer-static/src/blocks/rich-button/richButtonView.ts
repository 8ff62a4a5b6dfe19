import { leastSidePaddingPx, minHeightPxOf, withoutLastLineBreaks } from '@cobble/engine';
import { iconPath } from '@cobble/engine/platforms';
import { readColor } from '../../page/readStyles.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { iconSvg } from '../../html/iconSvg.ts';
import { compact, field, number, oneOf, string } from '../../page/readFields.ts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { textClass } from '../textClass.ts';

/** A coloured box with an icon and text. The caller adds the link. */
export const richButtonView: StaticView = (block, context) => {
  const { content } = block;
  const textFields = field(content, 'richButtonText');
  const text = withoutLastLineBreaks(string(field(textFields, 'text'), 1000) ?? '');
  const color = readColor(field(content, 'richButtonColor')) ?? '#2B4EFF';
  const align = oneOf(field(textFields, 'align'), ['left', 'center', 'right']) ?? 'center';
  const clean = {
    ...block,
    content: {
      richButtonColor: color,
      ...compact({
        richButtonSize: oneOf(field(content, 'richButtonSize'), ['regular', 'square']),
        minHeightPx: minHeightPxOf(block),
      }),
      richButtonText: {
        text,
        align,
        ...compact({
          size: number(field(textFields, 'size'), 1, 1000),
          font: readFont(field(textFields, 'font')),
          color: readColor(field(textFields, 'color')),
          bold: field(textFields, 'bold') === true ? true : null,
        }),
      },
    },
  };
  const isHidden = field(content, 'richButtonTextHidden') === true;
  const icon = iconOf(field(content, 'richButtonIcon'));
  const shown = {
    ...clean,
    content: { ...clean.content, richButtonTextHidden: isHidden, richButtonIcon: icon },
  };
  const visibleText = isHidden || text === '' ? '' : `<span>${escapeHtml(text)}</span>`;
  const hiddenText =
    isHidden && text !== '' ? `<span class="unseen">${escapeHtml(text)}</span>` : '';
  const justify = { left: 'flex-start', center: 'center', right: 'flex-end' }[align];
  return {
    html: (icon?.isRight ? visibleText + icon.svg : (icon?.svg ?? '') + visibleText) + hiddenText,
    css: [['background-color', color]],
    leastSidePaddingPx: leastSidePaddingPx(shown, context.referenceWidthPx),
    classes: [
      'k',
      textClass(clean, context, text),
      context.classFor([['justify-content', isHidden ? 'center' : justify]]),
    ],
    ...(text === '' ? { label: block.altText ?? '' } : {}),
  };
};

function iconOf(value: unknown): { readonly svg: string; readonly isRight: boolean } | null {
  const name = field(value, 'icon');
  if (typeof name !== 'string' || !iconPath(name)) return null;
  return {
    svg: iconSvg(name),
    isRight: field(value, 'placement') === 'right',
  };
}
