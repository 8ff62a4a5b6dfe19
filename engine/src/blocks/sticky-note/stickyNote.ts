import * as z from 'zod';
import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import { colorSchema } from '../../model/styles.ts';
import { scaledPx } from '../../model/styles.ts';
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
  minHeightPx: minHeightSchema.optional(),
});

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
  capabilities: { editsText: true, growsWithText: true, hasText: true },
  defaultSizePx: () => ({ width: 180, height: 180 }),
  defaultContent: () => ({
    stickyNoteColor: '#FFE27A',
    stickyNoteText: { text: '', font: 'EB Garamond', size: 16, align: 'left' as const },
  }),
  defaultStyles: { boxShadow: { xPx: 0, yPx: 5, blurPx: 12, color: 'rgba(30,26,22,0.2)' } },
  scalePx: (value, factor) => {
    const size = scaledPx(value.stickyNoteText.size ?? 16, factor, 1, 1000);
    return {
      ...scaleGrowth(value, factor),
      stickyNoteText: { ...value.stickyNoteText, size },
    };
  },
  smallestFontSizePx: ({ stickyNoteText }) => stickyNoteText.size ?? 16,
  plainText: (value) =>
    [value.stickyNoteTitle ?? '', value.stickyNoteText.text].filter(Boolean).join('\n'),
});
