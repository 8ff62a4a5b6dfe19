import { inputError } from './inputError.ts';

const WRITES = ['add', 'set', 'delete', 'clear', 'replace', 'merge'];

/**
 * Returns a function that makes the writing methods of a set or map throw, so that hosts can be given
 * the collection itself: a copy or a wrapper would make reads slower, and MobX could not observe it.
 * An owner that goes on writing to the collection binds the methods that it needs beforehand.
 *
 * @param path of the collection, for the error
 * @param instead the calls that change what the collection shows
 */
export function refuseWrites(
  path: string,
  instead: string,
): <Collection extends ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>>(
  collection: Collection,
) => Collection {
  const refusal = {
    /** @throws CobbleError `input_invalid` */
    value: (): never => {
      throw inputError(path, `cannot be changed directly; use ${instead}`);
    },
  };
  const refusals = Object.fromEntries(WRITES.map((name) => [name, refusal]));
  return (collection) => Object.defineProperties(collection, refusals);
}
