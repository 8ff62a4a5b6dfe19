import { isRecord } from '../model/json.ts';
import { readFontName } from './legacy/legacyMarks.ts';
import { mapMarks } from '../text/mapMarks.ts';
import type { JsonRecord, LegacyBlock, Migration, MigrationContext } from './Migration.ts';

/**
 * Normalises font names to the catalogue's, in the style of unmarked text, marks, buttons and
 * notes. Families outside the catalogue keep their names.
 */
export const normalizeTextFonts: Migration = {
  version: '0.6.0',
  migrateBlock: (block, context) => normalizeMarks(normalizeContent(block, context)),
};

/** Content fields with a font family. */
const TEXT_FIELDS = ['richButtonText', 'stickyNoteText'] as const;

function normalizeContent(block: LegacyBlock, { warn }: MigrationContext): LegacyBlock {
  const path = ['things', block.uuid, 'content'];
  let content = block.type === 'text' ? withFont(block.content, path, warn) : block.content;
  for (const textField of TEXT_FIELDS) {
    const text = content[textField];
    if (!isRecord(text)) continue;
    const renamed = withFont(text, [...path, textField], warn);
    if (renamed !== text) content = { ...content, [textField]: renamed };
  }
  return content === block.content ? block : { ...block, content };
}

function withFont(
  record: JsonRecord,
  path: readonly string[],
  warn: MigrationContext['warn'],
): JsonRecord {
  if (record.font === undefined) return record;
  const name = readFontName(record.font);
  if (name === record.font) return record;
  const { font, ...rest } = record;
  if (name === null && font !== '') warn([...path, 'font'], 'value_dropped');
  return name === null ? rest : { ...rest, font: name };
}

function normalizeMarks(block: LegacyBlock): LegacyBlock {
  return mapMarks(block, (mark) => {
    if (mark.type !== 'font_family') return mark;
    const attrs: JsonRecord = isRecord(mark.attrs) ? mark.attrs : {};
    const family = readFontName(attrs.family);
    return family === null || family === attrs.family
      ? mark
      : { ...mark, attrs: { ...attrs, family } };
  });
}
