import * as z from 'zod';
import { checkString } from './inputError.ts';
import { type Refusal, refuse } from './Result.ts';

/** The slug of the page at a site's root. */
export const INDEX_SLUG = 'main';

/** Why a page slug is rejected. */
export type PageSlugProblem =
  | 'page_slug_empty'
  | 'page_slug_too_short'
  | 'page_slug_too_long'
  | 'page_slug_ends_in_slash'
  | 'page_slug_invalid_characters'
  | 'page_slug_invalid_part';

const MAX_LENGTH = 100;
const PART = /^[A-Za-z0-9-]{1,50}$/;

/**
 * Validates a page slug, which is one or two parts joined by a slash; null if it is valid. The
 * details of `page_slug_ends_in_slash` are the `first` and `last` part of a valid suggestion.
 *
 * @throws CobbleError `input_invalid` unless given a string
 */
export function checkPageSlug(slug: string): Refusal<PageSlugProblem> | null {
  checkString('slug', slug);
  if (slug === '') return refuse('page_slug_empty');
  if (slug.trim() === '') return refuse('page_slug_too_short');
  if (slug.length > MAX_LENGTH) return refuse('page_slug_too_long');
  const parts = slug.split('/');
  if (slug.endsWith('/')) {
    const [first = 'first', last = 'last'] = parts.filter((part) => PART.test(part));
    return refuse('page_slug_ends_in_slash', { first, last });
  }
  if (!/^[A-Za-z0-9/-]*$/.test(slug) || parts.length > 2)
    return refuse('page_slug_invalid_characters');
  return parts.every((part) => PART.test(part)) ? null : refuse('page_slug_invalid_part');
}

/**
 * The slug of the page at a path of a site; null if there can be none. The root is the index page,
 * dots are read as slashes and underscores as hyphens.
 *
 * @param path percent-encoded, without a query
 * @throws CobbleError `input_invalid` (details: `path`) unless given a string
 */
export function slugOfPath(path: string): string | null {
  checkString('path', path);
  let written: string;
  try {
    written = decodeURIComponent(path);
  } catch {
    return null;
  }
  const slug = written.replaceAll('_', '-').split(/[./]+/).filter(Boolean).join('/');
  if (slug === '' || slug.toLowerCase() === INDEX_SLUG) return INDEX_SLUG;
  return checkPageSlug(slug) === null ? slug : null;
}

/** Schema for a stored page slug. */
export const pageSlugSchema = z.string().refine((slug) => checkPageSlug(slug) === null, {
  message: 'must be one or two parts of letters, numbers and hyphens, joined by a slash',
  params: { code: 'page_invalid_slug' },
});
