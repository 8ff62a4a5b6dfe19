import type { Block } from '../model/Block.ts';
import { equalJson } from '../model/json.ts';
import type { EditorState } from './EditorState.ts';
import type { RepeatableCall } from './Marks.ts';

/**
 * Returns the record that an earlier call replaced, to revert the call. Null if the block has been
 * edited since, or was not part of the call.
 */
export function recordBefore(
  { blocks, layout }: Pick<EditorState, 'blocks' | 'layout'>,
  { before, after }: RepeatableCall,
  block: Block,
): Block | null {
  const { uuid } = block;
  const record = before.records.get(uuid);
  if (!record || !equalJson(after.records.get(uuid), block)) return null;
  const { parentUuid } = record;
  if (parentUuid === block.parentUuid) return record;
  // Others have moved it since, perhaps into a group that this edit has removed or moved into it.
  if (parentUuid === undefined || !blocks.has(parentUuid)) return null;
  return parentUuid === uuid || layout.ancestorsOf(parentUuid).includes(uuid) ? null : record;
}
