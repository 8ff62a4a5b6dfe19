import type { CallGuard } from '../model/CallGuard.ts';
import { defaultEnvironment, type Environment } from '../model/Environment.ts';
import { inputError } from '../model/inputError.ts';
import { reportRejection } from '../model/promises.ts';

/**
 * The host's functions as one editor calls them, frozen. Functions that the host has not given are the
 * default ones.
 *
 * @param guard of the editor, which the functions may not edit
 */
export function guardedEnvironment(
  given: Partial<Environment> = {},
  guard: CallGuard,
): Environment {
  const entries = Object.entries(given).map(([name, call]) => [
    name,
    typeof call === 'function'
      ? guarded(`environment.${name}`, call as () => unknown, guard)
      : call,
  ]);
  const environment: Environment = {
    ...defaultEnvironment,
    ...(Object.fromEntries(entries) as Partial<Environment>),
  };
  return Object.freeze({ ...environment, random: () => randomOf(environment) });
}

function guarded<Args extends readonly unknown[]>(
  path: string,
  call: (...args: Args) => unknown,
  guard: CallGuard,
): (...args: Args) => unknown {
  const called = { path };
  return (...args) => {
    const outer = guard.running;
    guard.running = called;
    try {
      const returned = call(...args);
      // The caller reports a promise as an invalid result, except from `log`, where nobody could.
      if (typeof returned === 'object') reportRejection(returned, () => undefined);
      return returned;
    } finally {
      guard.running = outer;
    }
  };
}

/** @throws CobbleError `input_invalid` unless the host's random source returns a number from 0 to 1 */
function randomOf(environment: Environment): number {
  const value: unknown = environment.random();
  // 1 is a common mistake, and harmless: a number just below it is used instead.
  if (typeof value === 'number' && value >= 0 && value <= 1)
    return Math.min(value, 1 - Number.EPSILON);
  throw inputError('environment.random', 'must return a number from 0 to 1');
}
