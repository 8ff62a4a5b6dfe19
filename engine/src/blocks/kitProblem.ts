import { CobbleError } from '../model/CobbleError.ts';

/**
 * The error for an invalid kit: `kit_invalid`, with the kit's type and the invalid field (such as
 * `block.defaultContent`).
 */
export function kitProblem(
  type: string,
  path: string,
  message: string,
  cause?: unknown,
): CobbleError {
  return new CobbleError('kit_invalid', `${type === '' ? '' : `kit ${type}: `}${path} ${message}`, {
    details: { type, path },
    cause,
  });
}

/** Calls a kit's function and wraps whatever it throws in a `kit_invalid` error. */
export function callKit<Value>(type: string, path: string, run: () => Value): Value {
  try {
    return run();
  } catch (cause) {
    throw kitProblem(
      type,
      path,
      `threw an error${cause instanceof Error ? `: ${cause.message}` : ''}`,
      cause,
    );
  }
}
