import type { Page } from '@cobble/engine';
import type { RenderOptions } from '../RenderOptions.ts';

/** What the pages of a site are rendered with: the same that publishing and preview hand over. */
export type SiteRendering = Omit<
  RenderOptions,
  | 'url'
  | 'assetBaseUrl'
  | 'fontBaseUrl'
  | 'linkTo'
  | 'policyInHead'
  // In an archive the code lies in files of its own.
  | 'codeEmbedUrl'
>;

/** A page of a site that goes into an archive or came out of one. */
export interface SitePage {
  /** As stored, in whatever version: its JSON comes back as it is here. */
  readonly page: Page;
  /** Whether visitors may see it; only then, and if it is open to all, it is there as HTML. */
  readonly isPublished: boolean;
}

/** All that an archive is made of, but the bytes of its assets and fonts. */
export interface Site {
  /** Their slugs differ in more than case. */
  readonly pages: readonly SitePage[];
  readonly rendering: SiteRendering;
  /**
   * Where the site is going to stand, for what must name an address: canonical links, images of
   * previews, the sitemap. Null where that is not known; those are left out then.
   */
  readonly url: string | null;
  /**
   * The JSON of pages that visitors may not see goes in too: an archive to keep, not to put on a
   * host. Otherwise such pages are left out whole.
   */
  readonly includesHidden: boolean;
  /** Origins that are the site's own: links to its pages there lead to the files. */
  readonly origins: readonly string[];
  /** The whole text of an Atom feed, or null. */
  readonly feed: string | null;
}

/** Reads an asset (`assets/…`) or a font (`fonts/…`) by its path in the archive; null: there is none. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array | null>;

/**
 * Something about a site that does not stop its export. `path` is a page's slug, or a file's path.
 *
 * - `asset_missing`, `font_missing`: the page shows or names a file that is not at hand
 * - `asset_outside`: it is loaded from another site, and will be from the exported page too
 * - `asset_name_unusable`: a file system would take its name for something else
 * - `link_leads_nowhere`: to a page of the site that is not in the archive as HTML
 * - `page_withheld`: the page is private, restricted, disabled or not published, and so it is not
 *   there, or as JSON alone
 * - and the codes of `RenderWarning`, with the block's `uuid`
 */
export interface SiteWarning {
  readonly code: string;
  readonly path: string;
  readonly uuid?: string;
  readonly message: string;
}

/** How far an export has come. */
export interface ExportProgress {
  readonly phase: 'pages' | 'files';
  readonly done: number;
  readonly total: number;
}
