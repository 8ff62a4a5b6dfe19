import type { JsonRecord, LegacyBlock, Migration } from './Migration.ts';

/** The default corner radius of old buttons, and its replacement, in px. */
const FORMER_RADIUS_PX = 8;
const MIGRATED_RADIUS_PX = 6;
/**
 * Font size of a migrated square button, in px: the default, 0.34 of its height, would be too large
 * for its width.
 */
const SQUARE_FONT_SIZE_PX = 16;
const MAX_TEXT_LENGTH = 1000;

/**
 * Converts buttons to rich buttons with the same position, colour, text and font family, and 6 px
 * corners unless their radius differs from the default of 8 px (docs/decisions/0019).
 */
export const buttonsToRichButtons: Migration = {
  version: '0.5.3',
  migrateBlock: convert,
};

function convert(block: LegacyBlock): LegacyBlock {
  if (block.type !== 'button') return block;
  const { color, text, font, ...content } = block.content;
  const label = typeof text === 'string' || typeof text === 'number' ? String(text) : '';
  const richButtonText: JsonRecord = {
    text: label.slice(0, MAX_TEXT_LENGTH),
    ...(font === undefined || font === '' ? {} : { font }),
    ...(content.buttonType === 'square' ? { size: SQUARE_FONT_SIZE_PX } : {}),
    align: 'center',
  };
  const radius = block.styles.borderRadiusPx ?? FORMER_RADIUS_PX;
  return {
    ...block,
    type: 'rich-button',
    // Fields that are no longer used (`buttonType`) and text that is too long are kept unchanged.
    content: {
      ...content,
      ...(label.length > MAX_TEXT_LENGTH ? { text } : {}),
      richButtonColor: color,
      richButtonText,
    },
    styles: {
      ...block.styles,
      borderRadiusPx: radius === FORMER_RADIUS_PX ? MIGRATED_RADIUS_PX : radius,
    },
  };
}
