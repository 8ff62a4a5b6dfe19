import { checkBlock } from '../../parsing/checkBlock.ts';
import { checkContent } from '../../blocks/checkContent.ts';
import { escapeBlockLinks } from '../../blocks/escapeBlockLinks.ts';
import { findDefinition } from '../../blocks/builtinBlocks.ts';
import { blockEnvelopeSchema } from '../../model/Block.ts';
import { richTextDocSchema } from '../../text/richText.ts';
import { withRichText } from '../legacy/withRichText.ts';
import type { JsonRecord, LegacyBlock, MigrationContext } from '../Migration.ts';
import { repairJson } from './repairJson.ts';

/**
 * Returns the block unchanged if it matches its schemas, else repairs it field by field. The content
 * of a kit's type is not repaired: only the kit knows what it means.
 *
 * @throws CobbleError with a page code and the path of what could not be repaired
 */
export function repairBlock(damaged: LegacyBlock, context: MigrationContext): LegacyBlock {
  const path = ['things', damaged.uuid];
  if (checkBlock(damaged, path) === null) return damaged;
  const block = escapeBlockLinks(damaged.type, damaged);
  if (checkBlock(block, path) === null) return block;
  const definition = findDefinition(block.type);
  const repaired = repairJson(withText(block, context), {
    check: (value) => {
      const envelope = blockEnvelopeSchema.safeParse(value).error?.issues ?? [];
      const content = definition ? checkContent(definition, value.content) : null;
      return [
        ...envelope,
        ...(content?.issues ?? []).map((issue) => ({ ...issue, path: ['content', ...issue.path] })),
      ];
    },
    defaults: {
      properties: {},
      styles: {},
      content: definition ? defaultsOf(definition.defaultContent(() => 0.5)) : {},
    },
    warn: (field, code) => context.warn([...path, ...field.map(String)], code),
  }) as LegacyBlock | null;
  const problem = checkBlock(repaired ?? block, path);
  if (problem) throw problem;
  return repaired ?? block;
}

/** A new block's content, without its placeholder text, which a repaired block should not show. */
function defaultsOf(content: object): JsonRecord {
  const { richButtonText, ...rest } = content as JsonRecord;
  return richButtonText === undefined ? rest : { ...rest, richButtonText: { text: '' } };
}

function withText(block: LegacyBlock, { warn }: MigrationContext): LegacyBlock {
  if (block.type !== 'text' || richTextDocSchema.safeParse(block.content.text).success)
    return block;
  const onDropped = (): void => {
    warn(['things', block.uuid, 'content', 'text'], 'value_dropped');
  };
  return { ...block, content: withRichText(block.content, onDropped) };
}
