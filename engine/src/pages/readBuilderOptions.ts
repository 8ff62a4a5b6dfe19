import { CobbleError } from '../model/CobbleError.ts';
import { defaultEnvironment } from '../model/Environment.ts';
import { isRecord } from '../model/json.ts';

/** Where the builders of pages get ids, random numbers and the time from. */
export interface BuilderOptions {
  /** Returns the id of a new block; default: a random UUID. */
  readonly createId?: () => string;
  /** Returns a number from 0 (inclusive) to 1 (exclusive); default: `Math.random`. */
  readonly random?: () => number;
  /** Returns milliseconds since the Unix epoch; default: the system's clock. */
  readonly now?: () => number;
}

/**
 * Fills in the defaults.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless each option is a function
 */
export function readBuilderOptions(options: BuilderOptions): Required<BuilderOptions> {
  const given: unknown = options;
  if (!isRecord(given)) throw optionProblem('options', 'must be an object');
  const read = <Value>(key: keyof BuilderOptions, otherwise: () => Value): (() => Value) => {
    const value = given[key] ?? otherwise;
    if (typeof value !== 'function') throw optionProblem(`options.${key}`, 'must be a function');
    return value as () => Value;
  };
  return {
    createId: read('createId', defaultEnvironment.createId),
    random: read('random', defaultEnvironment.random),
    now: read('now', defaultEnvironment.now),
  };
}

/**
 * A required or optional name.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless it is a string
 */
export function readName(path: string, input: unknown, otherwise?: string): string {
  const name = input ?? otherwise;
  if (typeof name !== 'string') throw optionProblem(path, 'must be a string');
  return name;
}

function optionProblem(path: string, message: string): CobbleError {
  return new CobbleError('input_invalid', `${path} ${message}`, { details: { path } });
}
