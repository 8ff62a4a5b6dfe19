import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { measureJson } from '../protocol/measureJson.ts';
import type { OpQueue, PendingOp } from './OpQueue.ts';

/** Ops in as few messages as the limits allow, each saying after which op it comes. */
export function opMessages({ after, ops }: OpQueue['unsent']): ClientMessageOf<'ops'>[] {
  const messages: ClientMessageOf<'ops'>[] = [];
  let batch: PendingOp[] = [];
  let last = after;
  let chars = 0;
  const end = (): void => {
    const mid = batch.at(-1)?.mid;
    if (mid === undefined) return;
    messages.push({ type: 'ops', after: last, ops: batch });
    last = mid;
    batch = [];
    chars = 0;
  };
  for (const op of ops) {
    const size = measureJson(op) ?? 0;
    const isFull = chars + size > ROOM_LIMITS.maxMessageChars / 2;
    if (isFull || batch.length === ROOM_LIMITS.maxOpsPerMessage) end();
    batch.push(op);
    chars += size;
  }
  end();
  return messages;
}
