import { CobbleError } from '../model/CobbleError.ts';

/**
 * The error that tells of a kit that is not sound: `kit_invalid`, with the kit's type and the field
 * that is wrong (`block.defaultContent`).
 */
export function kitProblem(
  type: string,
  path: string,
  message: string,
  cause?: unknown,
): CobbleError {
  return new CobbleError('kit_invalid', `kit ${type}: ${path} ${message}`, {
    details: { type, path },
    cause,
  });
}

/** What a kit's function gives; whatever it throws is told as the kit's fault. */
export function callKit<Value>(type: string, path: string, run: () => Value): Value {
  try {
    return run();
  } catch (cause) {
    throw kitProblem(type, path, 'throws', cause);
  }
}
