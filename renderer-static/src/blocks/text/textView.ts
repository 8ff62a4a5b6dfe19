import { textStyleOf } from '@cobble/engine';
import { readColor } from '../../page/readStyles.ts';
import { compact, field, number, oneOf } from '../../page/readFields.ts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { textClass } from '../textClass.ts';
import { RichTextWriter } from './RichTextWriter.ts';

/** Rich text as headings, paragraphs and lists. */
export const textView: StaticView = (block, context) => {
  const { content } = block;
  const clean = {
    ...block,
    content: {
      ...compact({
        font: readFont(field(content, 'font')),
        fontSize: number(field(content, 'fontSize'), 1, 1000),
        color: readColor(field(content, 'color')),
        textAlign: oneOf(field(content, 'textAlign'), ['left', 'center', 'right', 'justify']),
        isBold: field(content, 'isBold') === true ? true : null,
        isItalic: field(content, 'isItalic') === true ? true : null,
      }),
    },
  };
  const style = textStyleOf(clean, context.referenceWidthPx);
  return {
    html: new RichTextWriter(context, style).document(field(content, 'text')),
    classes: ['t', textClass(clean, context, '')],
  };
};
