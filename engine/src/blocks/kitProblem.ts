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
    throw thrownByKit(type, path, cause);
  }
}

/** The error for what a kit's function has thrown. */
export function thrownByKit(type: string, path: string, cause: unknown): CobbleError {
  return kitProblem(type, path, `threw an error${reasonOf(cause)}`, cause);
}

/** The message of what a kit has thrown, to append to a sentence; '' if it has none. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? `: ${thrown.message}` : '';
}
