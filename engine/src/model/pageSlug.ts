import { z } from 'zod';

/** The slug of the page that is served at a site's root. */
export const INDEX_SLUG = 'main';

const part = /^[A-Za-z0-9-]+$/;

/**
 * The first thing wrong with a page slug in a person's words, or null
 * (accounts-sites-community.md section 5). A slug is one or two parts joined by a slash.
 */
export function checkPageSlug(slug: string): string | null {
  if (slug.trim() === '') return 'Page slug cannot be empty';
  if (slug.length > 100) return 'Cannot be longer than 100 characters.';
  if (slug.endsWith('/')) {
    const first = slug.replace(/\/+$/, '').split('/')[0] || 'first';
    return `Cannot end in a slash. But ${first}/last is valid.`;
  }
  if (!/^[A-Za-z0-9/-]*$/.test(slug) || slug.split('/').length > 2)
    return 'Only letters, numbers, hyphens, and one slash.';
  if (slug.split('/').some((each) => !part.test(each) || each.length > 50))
    return 'Only letters, numbers, and hyphens. No more than 50 characters';
  return null;
}

/** A page slug as it may be stored. */
export const pageSlugSchema = z.string().superRefine((slug, context) => {
  const problem = checkPageSlug(slug);
  if (problem !== null)
    context.addIssue({
      code: 'custom',
      message: problem,
      params: { code: 'page_invalid_slug' },
    });
});
