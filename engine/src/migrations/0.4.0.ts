import { isRecord } from '../model/json.ts';
import { LEGACY_FONT_SIZE_PX } from './legacy/legacyNumbers.ts';
import { withRichText } from './legacy/withRichText.ts';
import type { LegacyBlock, Migration } from './Migration.ts';

/**
 * Converts plain text to rich text, one paragraph per line. Font, size, colour and alignment stay
 * on the block, as the style of its unmarked text. Text without a size was 18 px, which becomes
 * explicit.
 */
export const toRichText: Migration = {
  version: '0.4.0',
  migrateBlock: convert,
};

function convert(block: LegacyBlock): LegacyBlock {
  if (block.type !== 'text' || isRecord(block.content.text)) return block;
  return {
    ...block,
    content: { fontSize: LEGACY_FONT_SIZE_PX, ...withRichText(block.content) },
  };
}
