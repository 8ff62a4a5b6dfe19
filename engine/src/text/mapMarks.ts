import { isRecord } from '../model/json.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

type MapMark = (mark: JsonRecord, marks: readonly unknown[]) => JsonRecord;

/**
 * Maps the marks of a block's rich text; returns the same block if none changes. Values that are
 * not a text, node or mark are unchanged.
 *
 * @param change receives a mark, and all marks of the same text node
 */
export function mapMarks<Text extends { readonly type: string; readonly content: object }>(
  block: Text,
  change: MapMark,
): Text {
  const { text } = block.content as JsonRecord;
  if (block.type !== 'text' || !isRecord(text)) return block;
  const mapped = mapNode(text, change);
  return mapped === text ? block : { ...block, content: { ...block.content, text: mapped } };
}

function mapNode(node: JsonRecord, change: MapMark): JsonRecord {
  const content = mapEach(node.content, (child) => mapNode(child, change));
  const marks = mapEach(node.marks, change);
  if (content === node.content && marks === node.marks) return node;
  return {
    ...node,
    ...(content === undefined ? {} : { content }),
    ...(marks === undefined ? {} : { marks }),
  };
}

/** Maps the records of a list; returns the same value if none changes or it is not a list. */
function mapEach(
  value: unknown,
  change: (record: JsonRecord, list: readonly unknown[]) => JsonRecord,
): unknown {
  if (!Array.isArray(value)) return value;
  const list: readonly unknown[] = value;
  let mapped: unknown[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const each = list[index];
    if (!isRecord(each)) continue;
    const next = change(each, list);
    if (next === each) continue;
    mapped ??= [...list];
    mapped[index] = next;
  }
  return mapped ?? value;
}
