import * as z from 'zod';
import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { colorSchema } from '../../model/styles.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { minHeightSchema, scaleGrowth, shiftSchema } from '../minHeight.ts';

const content = z.looseObject({
  buttonType: z.enum(['wide', 'square']),
  /** Background colour; the text is light or dark by contrast. */
  color: colorSchema,
  font: fontFamilySchema.optional(),
  text: z.string().max(1000),
  minHeightPx: minHeightSchema.optional(),
  shiftXPx: shiftSchema.optional(),
});

/**
 * A plain button, wide or square. Migration 0.5.3 converts those of older pages to rich buttons.
 */
export const button = defineBlock({
  type: 'button',
  content,
  capabilities: { growsWithText: true, hasText: true },
  role: 'link',
  defaultSizePx: ({ buttonType }) =>
    buttonType === 'wide' ? { width: 548.8, height: 83.2 } : { width: 150, height: 150 },
  defaultContent: () => ({
    buttonType: 'wide' as const,
    color: '#2B4EFF',
    font: 'Lato',
    text: 'Button',
  }),
  defaultStyles: { borderRadiusPx: 8 },
  aspectRatio: ({ buttonType }) => (buttonType === 'square' ? 1 : null),
  scalePx: scaleGrowth,
  plainText: ({ text }) => text,
});
