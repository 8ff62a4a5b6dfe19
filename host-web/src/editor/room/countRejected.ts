import type { RejectedOp, RoomClient } from '@cobble/engine/collaboration';

/**
 * Counts the edits of a client without an editor that its room rejects, so that the user can be told.
 * Those that make no difference do not count, nor those of texts, which the next tab that opens the
 * page offers [LR10].
 *
 * @returns how many there have been until now
 */
export function countRejected(client: RoomClient): () => number {
  const rejected: RejectedOp[] = [];
  client.listen({ onRejected: (op) => rejected.push(op) });
  return () => rejected.filter((op) => !isExplained(op, client)).length;
}

/** The fields of intents that say what they are about; the room's client made them. */
interface AnyIntent {
  readonly type?: string;
  readonly updated?: readonly { readonly uuid?: string }[];
}

function isExplained({ code, intents }: RejectedOp, { lostTexts }: RoomClient): boolean {
  const all = intents as readonly AnyIntent[];
  if (code === 'gone' && all.every(({ type }) => type === 'remove-things')) return true;
  const offered = new Set(lostTexts.map(({ thingUuid }) => thingUuid));
  return all.every(
    ({ type, updated = [] }) =>
      type === 'update-things' && updated.some(({ uuid = '' }) => offered.has(uuid)),
  );
}
