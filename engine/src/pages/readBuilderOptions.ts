import { defaultEnvironment } from '../model/Environment.ts';
import {
  checkFunction,
  checkString,
  inputError,
  isoTimeOf,
  readOptions,
} from '../model/inputError.ts';

/** Where the builders of pages get ids, random numbers and the time from. */
export interface BuilderOptions {
  /** Returns the id of a new block; default: a random UUID. */
  readonly createId?: (() => string) | undefined;
  /** Returns a number from 0 (inclusive) to 1 (exclusive); default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Returns milliseconds since the Unix epoch; default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

const FUNCTIONS = ['createId', 'random', 'now'] as const;

/**
 * Checks the options of a builder and fills in the defaults of its functions.
 *
 * @param names all options that the builder has
 * @throws CobbleError `input_invalid` (details: `path`) for an option that does not exist, and for
 *   a `createId`, `random` or `now` that is not a function. The returned functions throw it for an
 *   invalid result. `slug` and `username` are not checked
 */
export function readBuilderOptions(
  options: BuilderOptions,
  names: readonly (keyof BuilderOptions | 'slug' | 'username')[],
): Required<BuilderOptions> & { readonly slug?: unknown; readonly username?: unknown } {
  const given = readOptions('options', options, names);
  for (const name of FUNCTIONS)
    if (given[name] !== undefined) checkFunction(`options.${name}`, given[name]);
  const { createId, random, now } = { ...defaultEnvironment, ...(given as BuilderOptions) };
  return {
    ...given,
    createId() {
      const id: unknown = createId();
      checkString('options.createId', id, 'must return a string');
      return id;
    },
    random() {
      const number: unknown = random();
      if (typeof number !== 'number' || !(number >= 0 && number < 1))
        throw inputError('options.random', 'must return a number from 0 to below 1');
      return number;
    },
    now: () => Date.parse(isoTimeOf(now, 'options.now')),
  };
}

/**
 * Reads a name, which is required unless `otherwise` is given as its default.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless it is a string
 */
export function readName(path: string, input: unknown, otherwise?: string): string {
  const name = input ?? otherwise;
  checkString(path, name);
  return name;
}
