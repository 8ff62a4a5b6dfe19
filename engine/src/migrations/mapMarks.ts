import { isRecord } from '../model/json.ts';
import type { JsonRecord, LegacyBlock } from './Migration.ts';

type MapMark = (mark: JsonRecord, marks: readonly unknown[]) => JsonRecord;

/**
 * A block with each mark in its rich text replaced by what a function makes of it; the same block
 * when nothing was. Whatever is no text, node or mark is left as it is.
 *
 * @param change is given the mark and all that is in the list of marks of the same words
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

/** A list with its records replaced; the same value when none was, or when it is no list. */
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
