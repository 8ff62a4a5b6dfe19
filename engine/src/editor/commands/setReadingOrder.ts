import { readingOrderOf } from '../../layout/readingOrder.ts';
import type { Block } from '../../model/Block.ts';
import { equalJson } from '../../model/json.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';

/**
 * Sets the order in which the children of a section or group are read.
 *
 * @param order ids of children, each once; the others keep the rank that their position gives them.
 *   An empty list removes the order
 */
export function setReadingOrder(
  state: EditorState,
  parentUuid: string,
  order: readonly string[],
): Result<null, EditorRefusal> {
  const parent = state.blocks.get(parentUuid);
  if (!parent) return refuse('unknown_block', { uuid: parentUuid });
  const locked = refuseLocked(state, [parentUuid]);
  if (locked) return locked;
  if (parent.type !== 'group')
    return refuse('invalid_block', {
      uuid: parentUuid,
      path: 'type',
      message: 'cannot contain blocks',
    });
  const notChild = order.find((uuid) => state.blocks.get(uuid)?.parentUuid !== parentUuid);
  if (notChild !== undefined) return refuse('unknown_block', { uuid: notChild });
  if (new Set(order).size !== order.length)
    return refuse('invalid_block', {
      uuid: parentUuid,
      path: 'content.readingOrder',
      message: 'must name each block once',
    });
  if (!equalJson(readingOrderOf(parent), order)) state.store.put(withReadingOrder(parent, order));
  return ok(null);
}

/** Returns a section or group with another reading order; an empty one removes the field. */
export function withReadingOrder(parent: Block, order: readonly string[]): Block {
  const { readingOrder: _, ...content } = parent.content as Readonly<Record<string, unknown>>;
  return {
    ...parent,
    content: order.length === 0 ? content : { ...content, readingOrder: [...order] },
  };
}
