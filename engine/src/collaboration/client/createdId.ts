import { CobbleError } from '../../model/CobbleError.ts';
import { inputError } from '../../model/inputError.ts';
import { asyncProblem } from '../../model/promises.ts';
import { clientIdSchema } from '../protocol/clientMessages.ts';
import type { RoomClientOptions } from './RoomClientOptions.ts';

/**
 * An id from the host's `createId`.
 *
 * @throws CobbleError `input_invalid` (details: `path`) if it throws or returns an invalid id
 */
export function createdId({ createId }: RoomClientOptions): string {
  let id: unknown;
  try {
    id = createId();
  } catch (cause) {
    const path = 'options.createId';
    throw new CobbleError('input_invalid', `${path} threw an error`, { details: { path }, cause });
  }
  const checked = clientIdSchema.safeParse(id);
  if (checked.success) return checked.data;
  const rule = 'must return at most 64 letters, digits, underscores and hyphens';
  throw inputError('options.createId', asyncProblem(id) ?? rule);
}
