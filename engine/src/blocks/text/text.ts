import * as z from 'zod';
import { plainFromRichText, richTextDocSchema, richTextFromPlain } from '../../text/richText.ts';
import { scaleRichText, smallestSizeOf } from '../../text/richTextSizes.ts';
import { TEXT_DEFAULTS } from '../../text/TextStyle.ts';
import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { colorSchema, scaledPx, scaledQuarterPx } from '../../model/styles.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  text: richTextDocSchema,
  /** Height follows the text; defaults to true. */
  useAutosize: z.boolean().optional(),
  /** Width follows the text until a width is set; defaults to false. */
  useAutowidth: z.boolean().optional(),
  /** Styles of unmarked text; marks in the document override them. Sizes are px. */
  font: fontFamilySchema.optional(),
  fontSize: z.number().min(1).max(1000).optional(),
  color: colorSchema.optional(),
  textAlign: z.enum(['left', 'center', 'right', 'justify']).optional(),
  isBold: z.boolean().optional(),
  isItalic: z.boolean().optional(),
});

/**
 * A block of rich text.
 *
 * Content: `text` is a document (`richTextFromPlain` makes one from a string). `font`, `fontSize` (px
 * at the reference width), `color`, `textAlign`, `isBold` and `isItalic` apply where the document
 * does not say otherwise. If the environment can measure text, the height follows the text, and the
 * width does too while `useAutowidth` is true; neither does while `useAutosize` is false.
 */
export const text = defineBlock({
  type: 'text',
  content,
  capabilities: { editsText: true, keepsAspect: true, autosizes: true, hasText: true },
  defaultSizePx: () => ({ width: 149, height: 51.5 }),
  defaultContent: () => ({
    text: richTextFromPlain('Lorem Ipsum'),
    useAutosize: true,
    useAutowidth: true,
  }),
  defaultStyles: { paddingPx: 12, lineHeight: 1.4 },
  scalePx: (value, factor) => {
    const scale = (sizePx: number): number => scaledPx(sizePx, factor, 1, 1000);
    return {
      ...value,
      fontSize: scale(value.fontSize ?? TEXT_DEFAULTS.sizePx),
      text: scaleRichText(value.text, scale),
    };
  },
  smallestFontSizePx: ({ text: document, fontSize = TEXT_DEFAULTS.sizePx }) =>
    smallestSizeOf(document, fontSize),
  scaleText: (value, factor) => {
    const scale = (sizePx: number): number => scaledQuarterPx(sizePx, factor, 1, 1000);
    return {
      ...value,
      fontSize: scale(value.fontSize ?? TEXT_DEFAULTS.sizePx),
      text: scaleRichText(value.text, scale),
    };
  },
  plainText: (value) => plainFromRichText(value.text),
});
