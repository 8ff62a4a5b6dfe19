import { readingOrderOf } from '../../layout/readingOrder.ts';
import type { Block } from '../../model/Block.ts';
import { equalJson } from '../../model/json.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { readIds } from '../readArguments.ts';
import { refuseLocked } from '../locks.ts';

/**
 * Sets the order in which what a section or group holds is read, or leaves it to its places (null,
 * or none named).
 *
 * @param uuids children, each once; those that are not named come where their place puts them
 */
export function setReadingOrder(
  state: EditorState,
  parentUuid: string,
  uuids: readonly string[] | null,
): Result<null, EditorRefusal> {
  const parent = state.blocks.get(parentUuid);
  if (!parent) return refuse('unknown_block', { uuid: parentUuid });
  const locked = refuseLocked(state, [parentUuid]);
  if (locked) return locked;
  if (parent.type !== 'group')
    return refuse('invalid_block', { uuid: parentUuid, path: 'type', message: 'holds no blocks' });
  const read = uuids === null ? ok([]) : readIds(uuids);
  if (!read.ok) return read;
  const order = read.value;
  const stranger = order.find((uuid) => state.blocks.get(uuid)?.parentUuid !== parentUuid);
  if (stranger !== undefined) return refuse('unknown_block', { uuid: stranger });
  if (new Set(order).size !== order.length)
    return refuse('invalid_block', {
      uuid: parentUuid,
      path: 'content.readingOrder',
      message: 'must name each block once',
    });
  if (!equalJson(readingOrderOf(parent), order)) state.store.put(withReadingOrder(parent, order));
  return ok(null);
}

/** A section or group with another reading order; none takes it away. */
export function withReadingOrder(parent: Block, order: readonly string[]): Block {
  const { readingOrder: _, ...content } = parent.content as Readonly<Record<string, unknown>>;
  return {
    ...parent,
    content: order.length === 0 ? content : { ...content, readingOrder: [...order] },
  };
}
