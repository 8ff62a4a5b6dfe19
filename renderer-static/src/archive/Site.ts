import type { Page } from '@cobble/engine';
import type { RenderOptions } from '../RenderOptions.ts';

/** What a site's pages are rendered with; the same as for publishing and preview. */
export type SiteRendering = Omit<
  RenderOptions,
  | 'url'
  | 'assetBaseUrl'
  | 'fontBaseUrl'
  | 'linkTo'
  | 'policyInHead'
  // An archive keeps the code in files of its own.
  | 'codeEmbedUrl'
>;

/** A page of a site in an archive. */
export interface SitePage {
  /** The stored JSON in any version; it is exported and imported unchanged. */
  readonly page: Page;
  /** Whether the page is published. Only open, published pages are exported as HTML. */
  readonly isPublished: boolean;
}

/** The content of an archive, except the bytes of its assets and fonts. */
export interface Site {
  /** Slugs are unique ignoring case. */
  readonly pages: readonly SitePage[];
  readonly rendering: SiteRendering;
  /**
   * The site's future address, for canonical links, share images and the sitemap, which are left
   * out if it is unknown (null).
   */
  readonly url: string | null;
  /**
   * True: the JSON of pages that visitors cannot see is exported too, for a backup that is not
   * hosted. False: such pages are left out.
   */
  readonly includesHidden: boolean;
  /** The site's own origins: links to its pages there become links to the exported files. */
  readonly origins: readonly string[];
  /** Complete text of an Atom feed, or null. */
  readonly feed: string | null;
}

/** Reads an asset (`assets/…`) or font (`fonts/…`) by its path in the archive; null if missing. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array | null>;

/**
 * A problem that does not stop the export. `path` is a page's slug or a file's path.
 *
 * - `asset_missing`, `font_missing`: the page refers to a file that is not available
 * - `asset_outside`: the file is loaded from another site, by the exported page too
 * - `asset_name_unusable`: not a valid file name, or it differs from another only in case
 * - `link_leads_nowhere`: a link to a page or file of the site that is not exported
 * - `page_withheld`: the page is private, restricted, disabled or unpublished, and is left out or
 *   exported as JSON only
 * - and the codes of `RenderWarning`, with the block's `uuid`
 */
export interface SiteWarning {
  readonly code: string;
  readonly path: string;
  readonly uuid?: string;
  readonly message: string;
}

/** Progress of an export. */
export interface ExportProgress {
  readonly phase: 'pages' | 'files';
  readonly done: number;
  readonly total: number;
}
