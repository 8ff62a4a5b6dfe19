import { STICKY_NOTE_SHADE, stickyNoteMarginPx, textStyleOf } from '@cobble/engine';
import { readColor } from '../../page/readStyles.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { field, number, oneOf, string, compact } from '../../page/readFields.ts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { textClass } from '../textClass.ts';

/** Gradient of the paper. */
const SHADE = STICKY_NOTE_SHADE.map(([at, color]) => `${color} ${String(at * 100)}%`).join(',');

/** A square of coloured paper with text and an optional title and image. */
export const stickyNoteView: StaticView = (block, context) => {
  const { content } = block;
  const fields = field(content, 'stickyNoteText');
  const color = readColor(field(content, 'stickyNoteColor')) ?? '#FFE27A';
  const text = string(field(fields, 'text'), 20_000) ?? '';
  const title = string(field(content, 'stickyNoteTitle'), 500) ?? '';
  const clean = {
    ...block,
    content: {
      stickyNoteColor: color,
      stickyNoteText: {
        text,
        ...compact({
          align: oneOf(field(fields, 'align'), ['left', 'center', 'right', 'justify']),
          size: number(field(fields, 'size'), 1, 1000),
          color: readColor(field(fields, 'color')),
          font: readFont(field(fields, 'font')),
        }),
      },
    },
  };
  const noteClass = textClass(clean, context, text);
  const family = textStyleOf(clean, context.referenceWidthPx)?.family;
  if (family !== undefined) context.useFont(family, { text: title, bold: true, italic: false });
  const image = context.asset(field(content, 'stickyNoteImageUrl'));
  const margin = context.length(stickyNoteMarginPx(block));
  const inner = context.classFor([
    ['padding', margin],
    ...(image === null ? [] : ([['padding-top', '0']] as const)),
  ]);
  const wide = context.classFor([
    ['display', 'block'],
    ['width', '100%'],
    ['height', 'auto'],
    ['border-radius', 'inherit'],
    ['margin-bottom', margin],
  ]);
  return {
    html:
      (image === null
        ? ''
        : `<img${attributesHtml({ class: wide, src: image, alt: block.altText ?? '', loading: 'lazy', decoding: 'async' })}>`) +
      `<div class="${inner}">` +
      (title === '' ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`) +
      (text === '' ? '' : `<p>${escapeHtml(text)}</p>`) +
      '</div>',
    css: [
      ['background-color', color],
      ['background-image', `linear-gradient(${SHADE})`],
    ],
    classes: ['t', noteClass],
    ...(text === '' && title === '' ? { label: block.altText ?? '' } : {}),
  };
};
