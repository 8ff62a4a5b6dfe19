import { isRecord } from '../model/json.ts';
import { LEGACY_FONT_SIZE_PX } from './legacy/legacyNumbers.ts';
import { withRichText } from './legacy/withRichText.ts';
import type { LegacyBlock, Migration, MigrationContext } from './Migration.ts';

/**
 * Converts plain text to rich text, one paragraph per line. Font, size, colour and alignment stay
 * on the block, as the style of its unmarked text. Text without a size was 18 px, which becomes
 * explicit.
 */
export const toRichText: Migration = {
  version: '0.4.0',
  migrateBlock: convert,
};

function convert(block: LegacyBlock, { warn }: MigrationContext): LegacyBlock {
  if (block.type !== 'text' || isRecord(block.content.text)) return block;
  let isReported = false;
  const content = withRichText(block.content, () => {
    if (!isReported) warn(['things', block.uuid, 'content', 'text'], 'value_dropped');
    isReported = true;
  });
  return { ...block, content: { fontSize: LEGACY_FONT_SIZE_PX, ...content } };
}
