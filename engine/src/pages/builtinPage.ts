import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import type { Page, PageSettings } from '../model/Page.ts';
import type { PageComposer } from './PageComposer.ts';

/** The site of built-in pages. No account owns it. */
const SITE = { ID: 0, slug: 'cobble' } as const;

/** Builds a page that comes with the product and cannot be published. */
export function builtinPage(
  composer: PageComposer,
  page: Pick<Page, 'ID' | 'slug' | 'style'> & {
    readonly createdAtMs: number;
    readonly settings: Pick<
      PageSettings,
      'title' | 'description' | 'referenceWidth' | 'phoneLayout'
    >;
  },
): Page {
  const createdAt = new Date(page.createdAtMs).toISOString();
  return {
    ID: page.ID,
    slug: page.slug,
    site: SITE,
    accountID: 0,
    isPublic: true,
    isListed: false,
    isPeekable: false,
    isDisabled: false,
    relativeHeight: composer.relativeHeight,
    createdAt,
    updatedAt: createdAt,
    revision: 0,
    settings: {
      ...page.settings,
      editorVersion: EDITOR_VERSION,
      lang: 'en',
    },
    style: page.style,
    things: composer.things,
  };
}
