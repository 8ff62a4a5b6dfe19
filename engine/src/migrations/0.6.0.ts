import { isRecord } from '../model/json.ts';
import { readFontName } from './legacy/legacyMarks.ts';
import { mapMarks } from './mapMarks.ts';
import type { JsonRecord, LegacyBlock, Migration, MigrationContext } from './Migration.ts';

/**
 * Normalises font names to the catalogue's, in the style of unmarked text, marks, buttons and
 * notes. Families outside the catalogue keep their names.
 */
export const normaliseTextFonts: Migration = {
  version: '0.6.0',
  migrateBlock: (block, context) => inMarks(inContent(block, context)),
};

/** Where a block's content names a font family. */
const HOLDERS = ['richButtonText', 'stickyNoteText'] as const;

function inContent(block: LegacyBlock, { warn }: MigrationContext): LegacyBlock {
  const path = ['things', block.uuid, 'content'];
  let content = block.type === 'text' ? withFont(block.content, path, warn) : block.content;
  for (const holder of HOLDERS) {
    const text = content[holder];
    if (!isRecord(text)) continue;
    const made = withFont(text, [...path, holder], warn);
    if (made !== text) content = { ...content, [holder]: made };
  }
  return content === block.content ? block : { ...block, content };
}

function withFont(
  holder: JsonRecord,
  path: readonly string[],
  warn: MigrationContext['warn'],
): JsonRecord {
  if (holder.font === undefined) return holder;
  const name = readFontName(holder.font);
  if (name === holder.font) return holder;
  const { font, ...rest } = holder;
  if (name === null && font !== '') warn([...path, 'font'], 'value_dropped');
  return name === null ? rest : { ...rest, font: name };
}

function inMarks(block: LegacyBlock): LegacyBlock {
  return mapMarks(block, (mark) => {
    if (mark.type !== 'font_family') return mark;
    const attrs: JsonRecord = isRecord(mark.attrs) ? mark.attrs : {};
    const family = readFontName(attrs.family);
    return family === null || family === attrs.family
      ? mark
      : { ...mark, attrs: { ...attrs, family } };
  });
}
