import { isRecord } from '../model/json.ts';
import { readNumber } from './legacy/readNumber.ts';
import { LEGACY_LINE_HEIGHT, readLineHeight } from './legacy/legacyMarks.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import { mapMarks } from '../text/mapMarks.ts';
import type { JsonRecord, LegacyBlock, Migration, MigrationContext } from './Migration.ts';

/**
 * Converts line heights in px, percentages and `normal` to ratios of the font size. Text without a
 * line height had 1.25, which becomes explicit.
 */
export const normalizeLineHeights: Migration = {
  version: '0.5.1',
  migrateBlock: (block, context) => normalizeMarks(normalizeStyle(block, context)),
};

function normalizeStyle(block: LegacyBlock, { warn }: MigrationContext): LegacyBlock {
  const isText = block.type === 'text';
  const lineHeight = block.styles.lineHeight ?? (isText ? block.content.lineHeight : undefined);
  if (lineHeight === undefined && !isText) return block;
  const ratio = readLineHeight(lineHeight, sizeOf(block));
  if (ratio !== null && ratio === block.styles.lineHeight) return block;
  if (ratio === null && lineHeight !== undefined && lineHeight !== null)
    warn(
      ['things', block.uuid, 'styles', 'lineHeight'],
      isText ? 'value_replaced' : 'value_dropped',
    );
  return withLineHeight(block, ratio ?? (isText ? LEGACY_LINE_HEIGHT : undefined));
}

function withLineHeight(block: LegacyBlock, ratio: number | undefined): LegacyBlock {
  const styles =
    ratio === undefined ? withoutLineHeight(block.styles) : { ...block.styles, lineHeight: ratio };
  const withStyles = { ...block, styles };
  if (block.styles.lineHeight !== undefined || block.content.lineHeight === undefined)
    return withStyles;
  return { ...withStyles, content: withoutLineHeight(block.content) };
}

function withoutLineHeight({ lineHeight: _, ...rest }: JsonRecord): JsonRecord {
  return rest;
}

function normalizeMarks(block: LegacyBlock): LegacyBlock {
  return mapMarks(block, (mark, marks) => {
    if (mark.type !== 'line_height') return mark;
    const attrs: JsonRecord = isRecord(mark.attrs) ? mark.attrs : {};
    const ratio = readLineHeight(attrs.ratio, markSizeIn(marks) ?? sizeOf(block));
    return ratio === null || ratio === attrs.ratio ? mark : { ...mark, attrs: { ...attrs, ratio } };
  });
}

function markSizeIn(marks: readonly unknown[]): number | null {
  const mark = marks.filter(isRecord).find(({ type }) => type === 'font_size');
  return mark && isRecord(mark.attrs) ? readNumber(mark.attrs.sizePx) : null;
}

/** Font size of a block's unmarked text, in px. */
function sizeOf({ type, content }: LegacyBlock): number {
  if (type === 'text') return readNumber(content.fontSize) ?? TEXT_DEFAULTS.sizePx;
  const text = type === 'sticky-note' ? content.stickyNoteText : content.richButtonText;
  return (isRecord(text) ? readNumber(text.size) : null) ?? 16;
}
