import * as z from 'zod';
import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import type { Block } from '../../model/Block.ts';
import { colorSchema, MAX_INSET_PX } from '../../model/styles.ts';
import { scaledPx, scaledQuarterPx } from '../../model/styles.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { minHeightSchema, scaleGrowth } from '../minHeight.ts';

const content = z.looseObject({
  stickyNoteColor: colorSchema,
  stickyNoteTitle: z.string().max(500).optional(),
  stickyNoteImageUrl: assetUrlSchema.optional(),
  stickyNoteText: z.looseObject({
    text: z.string().max(20_000),
    align: z.enum(['left', 'center', 'right', 'justify']).optional(),
    /** In px. */
    size: z.number().min(1).max(1000).optional(),
    /** Defaults to light or dark by the note's brightness. */
    color: colorSchema.optional(),
    font: fontFamilySchema.optional(),
  }),
  /** The space between the paper's edges and the text, in px; defaults to 16. */
  marginPx: z.number().min(0).max(MAX_INSET_PX).optional(),
  minHeightPx: minHeightSchema.optional(),
});

const DEFAULT_SIZE_PX = 16;
const DEFAULT_MARGIN_PX = 16;

/**
 * The space around a note's text and title, px at the reference width. The default for other blocks,
 * and for a value that the schema rejects.
 */
export function stickyNoteMarginPx({ content: fields }: Pick<Block, 'content'>): number {
  const { marginPx } = fields as { readonly marginPx?: unknown };
  const isValid = typeof marginPx === 'number' && marginPx >= 0 && marginPx <= MAX_INSET_PX;
  return isValid ? marginPx : DEFAULT_MARGIN_PX;
}

/**
 * The gradient that shades a note's paper: offsets from top (0) to bottom (1), with the colours that
 * are painted over the paper's colour.
 */
export const STICKY_NOTE_SHADE = [
  [0, 'rgba(30,26,22,0.07)'],
  [0.16, 'rgba(30,26,22,0.02)'],
  [0.2, 'rgba(30,26,22,0)'],
  [0.66, 'rgba(30,26,22,0)'],
  [1, 'rgba(30,26,22,0.08)'],
] as const;

/**
 * A square of coloured paper, which grows with its text. Default font EB Garamond, 16 px; placeholder
 * 'Type here...'.
 */
export const stickyNote = defineBlock({
  type: 'sticky-note',
  content,
  capabilities: { editsText: true, keepsAspect: true, growsWithText: true, hasText: true },
  defaultSizePx: () => ({ width: 180, height: 180 }),
  defaultContent: () => ({
    stickyNoteColor: '#FFE27A',
    stickyNoteText: { text: '', font: 'EB Garamond', size: 16, align: 'left' as const },
  }),
  defaultStyles: { boxShadow: { xPx: 0, yPx: 5, blurPx: 12, color: 'rgba(30,26,22,0.2)' } },
  scalePx: (value, factor) => ({
    ...scaleGrowth(value, factor),
    marginPx: scaledPx(value.marginPx ?? DEFAULT_MARGIN_PX, factor, 0, MAX_INSET_PX),
    stickyNoteText: {
      ...value.stickyNoteText,
      size: scaledPx(value.stickyNoteText.size ?? DEFAULT_SIZE_PX, factor, 1, 1000),
    },
  }),
  smallestFontSizePx: ({ stickyNoteText }) => stickyNoteText.size ?? DEFAULT_SIZE_PX,
  scaleText: (value, factor) => ({
    ...value,
    marginPx: scaledQuarterPx(value.marginPx ?? DEFAULT_MARGIN_PX, factor, 0, MAX_INSET_PX),
    stickyNoteText: {
      ...value.stickyNoteText,
      size: scaledQuarterPx(value.stickyNoteText.size ?? DEFAULT_SIZE_PX, factor, 1, 1000),
    },
  }),
  plainText: (value) =>
    [value.stickyNoteTitle ?? '', value.stickyNoteText.text].filter(Boolean).join('\n'),
});
