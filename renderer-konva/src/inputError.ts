import { CobbleError } from '@cobble/engine';

/**
 * The error for an argument or option of the wrong type: `input_invalid`, with the path in the
 * details and in the message.
 */
export function inputError(path: string, message: string): CobbleError {
  return new CobbleError('input_invalid', `${path} ${message}`, { details: { path } });
}
