import * as z from 'zod';
import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { colorSchema } from '../../model/styles.ts';
import { scaledPx, scaledQuarterPx } from '../../model/styles.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { minHeightSchema, scaleGrowth, shiftSchema } from '../minHeight.ts';

/** Sizes of rich buttons, in px at the reference width. A square one stays square. */
export const RICH_BUTTON_SIZES = {
  regular: { label: 'Regular', width: 548, height: 83 },
  square: { label: 'Square', width: 150, height: 150 },
} as const;

const content = z.looseObject({
  richButtonColor: colorSchema,
  richButtonText: z.looseObject({
    text: z.string().max(1000),
    /** In px; defaults to 0.34 of the height that the user gave the button, 0.16 if it is square. */
    size: z.number().min(1).max(1000).optional(),
    font: fontFamilySchema.optional(),
    /** Defaults to light or dark by contrast with the button. */
    color: colorSchema.optional(),
    bold: z.boolean().optional(),
    align: z.enum(['left', 'center', 'right']).optional(),
  }),
  richButtonIcon: z
    .looseObject({
      /** A name in `ICONS`. */
      icon: z.string().regex(/^[a-z0-9-]{1,60}$/),
      placement: z.enum(['left', 'right']),
    })
    .optional(),
  richButtonTextHidden: z.boolean().optional(),
  /** Defaults to regular. */
  richButtonSize: z.enum(['regular', 'square']).optional(),
  minHeightPx: minHeightSchema.optional(),
  shiftXPx: shiftSchema.optional(),
});

/**
 * A button with text, an icon or both, regular (548 by 83) or square, which grows with its text.
 * Default font Lato.
 */
export const richButton = defineBlock({
  type: 'rich-button',
  content,
  capabilities: { editsText: true, growsWithText: true, hasText: true },
  role: 'link',
  defaultSizePx: ({ richButtonSize = 'regular' }) => {
    const { width, height } = RICH_BUTTON_SIZES[richButtonSize];
    return { width, height };
  },
  defaultContent: () => ({
    richButtonColor: '#2B4EFF',
    richButtonText: { text: 'Button', font: 'Lato', bold: true, align: 'center' as const },
  }),
  defaultStyles: { borderRadiusPx: 8, paddingPx: 12 },
  aspectRatio: ({ richButtonSize }) => (richButtonSize === 'square' ? 1 : null),
  scalePx: (value, factor) => {
    const scaled = scaleGrowth(value, factor);
    const { size } = value.richButtonText;
    if (size === undefined) return scaled;
    const richButtonText = { ...value.richButtonText, size: scaledPx(size, factor, 1, 1000) };
    return { ...scaled, richButtonText };
  },
  scaleText: (value, factor) => {
    const { size } = value.richButtonText;
    if (size === undefined) return value;
    const scaled = scaledQuarterPx(size, factor, 1, 1000);
    return { ...value, richButtonText: { ...value.richButtonText, size: scaled } };
  },
  smallestFontSizePx: ({ richButtonText }) => richButtonText.size ?? null,
  plainText: (value) => value.richButtonText.text,
});
