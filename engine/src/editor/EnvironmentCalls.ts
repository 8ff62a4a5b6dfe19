import { defaultEnvironment, type Environment } from '../model/Environment.ts';
import { inputError } from '../model/inputError.ts';
import { reportRejection } from '../model/promises.ts';

type Name = keyof Environment;

/**
 * The host's functions as one editor calls them. A command calls them partway, when the page is not
 * consistent, so they may read the editor but not edit.
 */
export class EnvironmentCalls {
  /** Frozen; functions that the host has not given are the default ones. */
  readonly environment: Environment;
  /** The path of the function that runs, for errors. */
  private running: string | null = null;

  constructor(given: Partial<Environment> = {}) {
    const entries = Object.entries(given).map(([name, call]) => [
      name,
      typeof call === 'function' ? this.guarded(name as Name, call as () => unknown) : call,
    ]);
    const environment: Environment = {
      ...defaultEnvironment,
      ...(Object.fromEntries(entries) as Partial<Environment>),
    };
    this.environment = Object.freeze({ ...environment, random: () => randomOf(environment) });
  }

  /** @throws CobbleError `input_invalid` (details: `path`) while one of the functions is running */
  checkNotRunning(): void {
    if (this.running !== null) throw inputError(this.running, 'may read the editor, but not edit');
  }

  /** Calls another function of the host that a command calls partway. */
  call<Value>(path: string, call: () => Value): Value {
    const outer = this.running;
    this.running = path;
    try {
      return call();
    } finally {
      this.running = outer;
    }
  }

  private guarded<Args extends readonly unknown[]>(
    name: Name,
    call: (...args: Args) => unknown,
  ): (...args: Args) => unknown {
    const path = `environment.${name}`;
    // Not `this.call`, which would make a function for each call.
    return (...args) => {
      const outer = this.running;
      this.running = path;
      try {
        const returned = call(...args);
        // The caller reports a promise as an invalid result, except from `log`, where nobody could.
        if (typeof returned === 'object') reportRejection(returned, () => undefined);
        return returned;
      } finally {
        this.running = outer;
      }
    };
  }
}

/** @throws CobbleError `input_invalid` unless the host's random source returns a number from 0 to 1 */
function randomOf(environment: Environment): number {
  const value: unknown = environment.random();
  // 1 is a common mistake, and harmless: a number just below it is used instead.
  if (typeof value === 'number' && value >= 0 && value <= 1)
    return Math.min(value, 1 - Number.EPSILON);
  throw inputError('environment.random', 'must return a number from 0 to 1');
}
