import { isRecord } from '../model/json.ts';
import type { JsonRecord, LegacyBlock } from './Migration.ts';

type MapMark = (mark: JsonRecord, marks: readonly unknown[]) => JsonRecord;

/**
 * Maps the marks of a block's rich text; returns the same block if none changes. Anything that is
 * not a text, node or mark is unchanged.
 *
 * @param change receives a mark and all marks of the same text
 */
export function mapMarks(block: LegacyBlock, change: MapMark): LegacyBlock {
  const { text } = block.content;
  if (block.type !== 'text' || !isRecord(text)) return block;
  const made = mapNode(text, change);
  return made === text ? block : { ...block, content: { ...block.content, text: made } };
}

function mapNode(node: JsonRecord, change: MapMark): JsonRecord {
  const content = mapEach(node.content, (child) => mapNode(child, change));
  const changed = mapEach(node.marks, change);
  if (content === node.content && changed === node.marks) return node;
  return {
    ...node,
    ...(content === undefined ? {} : { content }),
    ...(changed === undefined ? {} : { marks: changed }),
  };
}

/** Maps the records of a list; returns the same value if none changes or it is not a list. */
function mapEach(
  value: unknown,
  change: (record: JsonRecord, list: readonly unknown[]) => JsonRecord,
): unknown {
  if (!Array.isArray(value)) return value;
  const list: readonly unknown[] = value;
  let made: unknown[] | null = null;
  for (let place = 0; place < list.length; place++) {
    const each = list[place];
    if (!isRecord(each)) continue;
    const to = change(each, list);
    if (to === each) continue;
    made ??= [...list];
    made[place] = to;
  }
  return made ?? value;
}
