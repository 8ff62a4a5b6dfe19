import type { JsonRecord, LegacyBlock, Migration } from './Migration.ts';

/** The radius of a new rich button, and of a button before; and of one that was migrated, px. */
const FORMER_RADIUS_PX = 8;
const MIGRATED_RADIUS_PX = 6;
/** The size of words on a square button, which is too high for 0.34 of its height, px. */
const SQUARE_FONT_SIZE_PX = 16;
const MAX_WORDS = 1000;

/**
 * Turns buttons into rich buttons of the same place, colour, words and family, with corners of
 * 6 px, unless they had some of their own (docs/decisions/0019).
 */
export const buttonsToRichButtons: Migration = {
  version: '0.5.3',
  migrateBlock: convert,
};

function convert(block: LegacyBlock): LegacyBlock {
  if (block.type !== 'button') return block;
  const { color, text, font, ...content } = block.content;
  const words = typeof text === 'string' || typeof text === 'number' ? String(text) : '';
  const richButtonText: JsonRecord = {
    text: words.slice(0, MAX_WORDS),
    ...(font === undefined || font === '' ? {} : { font }),
    ...(content.buttonType === 'square' ? { size: SQUARE_FONT_SIZE_PX } : {}),
    align: 'center',
  };
  const radius = block.styles.borderRadiusPx ?? FORMER_RADIUS_PX;
  return {
    ...block,
    type: 'rich-button',
    // What has no meaning any more (`buttonType`), and words too long to keep, stay as they were.
    content: {
      ...content,
      ...(words.length > MAX_WORDS ? { text } : {}),
      richButtonColor: color,
      richButtonText,
    },
    styles: {
      ...block.styles,
      borderRadiusPx: radius === FORMER_RADIUS_PX ? MIGRATED_RADIUS_PX : radius,
    },
  };
}
