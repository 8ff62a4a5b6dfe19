import { inputError } from '@cobble/engine';
import type { RenderOptions } from './RenderOptions.ts';

const isString = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What each lookup must return, if it finds something. */
const RESULTS = {
  codeEmbedUrl: { what: 'a URL or null', accepts: isString },
  fonts: {
    what: "a family's files or null",
    accepts: (found) => isObject(found) && Array.isArray(Reflect.get(found, 'faces')),
  },
  // What hosts know about images may come from an archive: `readImage` leaves out what is invalid.
  images: { what: 'an image or null', accepts: () => true },
  linkTo: { what: 'a link', accepts: isString },
  posts: {
    what: 'a list of posts',
    accepts: (found) => Array.isArray(found) && found.every(isObject),
  },
} satisfies Partial<
  Record<keyof RenderOptions, { what: string; accepts: (found: unknown) => boolean }>
>;

/**
 * Checks what one of the host's lookups has returned. A promise would otherwise be published as
 * `[object Promise]`, or look as if nothing had been found.
 *
 * @param name of the option
 * @param found may be null or undefined if nothing was found
 * @returns `found`
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkLookup<Found>(name: keyof typeof RESULTS, found: Found): Found {
  if (found === null || found === undefined) return found;
  const { what, accepts } = RESULTS[name];
  if (!isUnawaitedPromise(found) && accepts(found)) return found;
  throw inputError(`options.${name}`, `must return ${what}, synchronously`);
}

/** Whether it is a promise. Nobody awaits it, and its rejection would end a Node process. */
export function isUnawaitedPromise(value: unknown): boolean {
  if (!isObject(value) || typeof Reflect.get(value, 'then') !== 'function') return false;
  Promise.resolve(value).catch(() => undefined);
  return true;
}
