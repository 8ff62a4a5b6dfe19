import { z } from 'zod';
import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import { colorSchema } from '../../model/color.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  stickyNoteColor: colorSchema,
  stickyNoteTitle: z.string().max(500).optional(),
  stickyNoteImageUrl: assetUrlSchema.optional(),
  stickyNoteText: z.looseObject({
    text: z.string().max(20_000),
    align: z.enum(['left', 'center', 'right', 'justify']).optional(),
    /** Px. */
    size: z.number().min(1).max(1000).optional(),
    /** Absent means light or dark by the note's brightness. */
    color: colorSchema.optional(),
    font: fontFamilySchema.optional(),
  }),
});

/** A square of coloured paper. Default font EB Garamond, 16 px; placeholder 'Type here...'. */
export const stickyNote = defineBlock({
  type: 'sticky-note',
  content,
  capabilities: { editsText: true, holdsText: true },
  defaultSizePx: () => ({ width: 180, height: 180 }),
  defaultContent: () => ({
    stickyNoteColor: '#FFE27A',
    stickyNoteText: { text: '', font: 'EB Garamond', size: 16, align: 'left' as const },
  }),
  plainText: (value) =>
    [value.stickyNoteTitle ?? '', value.stickyNoteText.text].filter(Boolean).join('\n'),
});
