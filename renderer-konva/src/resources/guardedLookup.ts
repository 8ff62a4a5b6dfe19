import { inputError, type Post } from '@cobble/engine';
import type { ImageVariants } from '../images/ImageVariants.ts';

/** How many failures of a lookup are reported; one that always throws must not flood the log. */
const MAX_REPORTED = 10;

/** What a lookup must return. */
export interface LookupResult<Found> {
  /** Completes 'must return'. */
  readonly what: string;
  readonly accepts: (found: unknown) => found is Found;
}

/**
 * A function of the host that painters call for a block. If it fails, only its result is missing:
 * without this, one block would leave everything that is painted with it blank. What it throws
 * and wrong results are reported to the window: once for each key, and for at most ten keys.
 *
 * @param path of the function, for errors
 * @param lookUp the host's function, read at each call; it may return null or undefined for nothing
 * @returns null if nothing was found
 */
export function guardedLookup<Key, Found>(
  path: string,
  { what, accepts }: LookupResult<Found>,
  lookUp: () => ((key: Key) => Found | null) | undefined,
): (key: Key) => Found | null {
  const reported = new Set<Key>();
  return (key) => {
    try {
      const found: unknown = lookUp()?.(key) ?? null;
      if (found === null || accepts(found)) return found;
      // Otherwise, each call that rejects would be reported as well.
      if (found instanceof Promise) found.catch(() => undefined);
      throw inputError(path, `must return ${what}, synchronously`);
    } catch (error) {
      if (!reported.has(key) && reported.size < MAX_REPORTED) {
        reported.add(key);
        reportError(error);
      }
      return null;
    }
  };
}

/** The result of `imageVariants`. */
export const IMAGE_VARIANTS: LookupResult<ImageVariants | 'pending'> = {
  what: "an image's `width`, `height` and `sources`, 'pending' or null",
  accepts: (found) => found === 'pending' || isImageVariants(found),
};

/** The result of `posts`. */
export const POSTS: LookupResult<readonly Post[]> = {
  what: 'a list of posts, each with an `id`, a `caption` and a `createdAt`',
  accepts: (found): found is readonly Post[] => Array.isArray(found) && found.every(isPost),
};

type Unchecked<Fields> = { readonly [Key in keyof Fields]?: unknown };
type Source = ImageVariants['sources'][number];

function isImageVariants(found: unknown): found is ImageVariants {
  if (!isObject(found)) return false;
  const { url, width, height, sources }: Unchecked<ImageVariants> = found;
  const isUrl = url === undefined || typeof url === 'string';
  return isUrl && isLength(width) && isLength(height) && isListOf(sources, isSource);
}

function isSource(source: unknown): boolean {
  if (!isObject(source)) return false;
  const { files }: Unchecked<Source> = source;
  return isListOf(files, isFile);
}

function isFile(file: unknown): boolean {
  if (!isObject(file)) return false;
  const { url, width }: Unchecked<Source['files'][number]> = file;
  return typeof url === 'string' && isLength(width);
}

function isPost(post: unknown): post is Post {
  if (!isObject(post)) return false;
  const { id, caption, createdAt }: Unchecked<Post> = post;
  return typeof id === 'number' && typeof caption === 'string' && typeof createdAt === 'string';
}

function isListOf(list: unknown, accepts: (each: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(accepts);
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
