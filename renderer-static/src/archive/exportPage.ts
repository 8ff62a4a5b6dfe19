import { EDITOR_VERSION, type Page } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { codeEmbedDocument } from '../blocks/code-embed/codeEmbedDocument.ts';
import { field } from '../page/readFields.ts';
import { renderPage } from '../renderPage.ts';
import type { RenderWarning } from '../RenderOptions.ts';
import { ARCHIVE, assetFile, pageFile, pageJsonFile, pathToRoot } from './archiveNames.ts';
import { assetsIn } from './assetsIn.ts';
import { createLinkRewriter } from './linksInArchive.ts';
import { pageProblemIn } from './pageProblemIn.ts';
import type { SitePage, SiteWarning } from './Site.ts';
import type { SiteFrame } from './SiteFrame.ts';
import { pageAddress, renderedSiteOf, isShown } from './sitePages.ts';
import { type LookedUp, SiteLookups } from './SiteLookups.ts';
import { type ArchiveFile, fileOf } from './zip/zipFormat.ts';

/** What a page contributes to the files that it shares with other pages, as plain JSON. */
export interface PageUses extends LookedUp {
  /** Paths of the assets and fonts that it loads or links to. */
  readonly paths: readonly string[];
  /** The site's origins that its links named. */
  readonly origins: readonly string[];
}

/** A page in an archive, except its JSON. */
export interface ExportedPage {
  /** Its HTML and that of its code embeds; empty if visitors cannot see it. */
  readonly html: readonly ArchiveFile[];
  readonly uses: PageUses;
  readonly warnings: readonly SiteWarning[];
}

const WARNING_MESSAGES: Readonly<Record<RenderWarning['code'], string>> = {
  unknown_type: 'has an unknown type and is shown as a placeholder',
  kit_view_failed: 'could not be rendered by its kit and is shown as a placeholder',
  unreachable: 'has no parent and is not shown',
  duplicate_html_id: 'has the HTML id of another block, so its own was left out',
};

/**
 * Exports one page of a site, as `exportSite` does for each: its HTML, if visitors can see it, and
 * what it uses. `exportPageJson` makes its JSON, and `exportSiteFiles` the rest of the archive from
 * what all pages use. A server calls them in a worker, with one page at a time.
 *
 * @throws ArchiveProblem `page_newer_than_editor` or `archive_invalid_page` for a page that cannot
 * be rendered
 */
export function exportPage(each: SitePage, frame: SiteFrame): ExportedPage {
  // Render what an import would read (JSON has no -0).
  const stored = JSON.parse(JSON.stringify(each.page)) as Page;
  const paths = new Set<string>();
  const origins = new Set<string>();
  const lookups = new SiteLookups(frame.rendering);
  const warnings: SiteWarning[] = [];
  const wantAsset = (address: string): boolean => {
    const path = assetFile(address);
    if (path !== null) paths.add(path);
    return path !== null;
  };
  assetsIn(stored).forEach(wantAsset);
  const html = isShown(each)
    ? renderForArchive(migrated(stored, frame), frame, {
        lookups,
        wantAsset,
        wantFont: (path) => paths.add(path),
        useOrigin: (origin) => origins.add(origin),
        warn: (warning) => warnings.push(warning),
      })
    : [];
  return {
    html,
    uses: { paths: [...paths], origins: [...origins], ...lookups.results },
    warnings,
  };
}

/** The file with a page's JSON. */
export function exportPageJson(page: Page): ArchiveFile {
  return fileOf(pageJsonFile(page.slug), `${JSON.stringify(page, null, 2)}\n`);
}

/** Migrates a page to the current version. */
function migrated(page: Page, { rendering }: SiteFrame): Page {
  if (field(page.settings, 'editorVersion') === EDITOR_VERSION) return page;
  try {
    return migratePage(page, { kits: rendering.kits ?? [] }).page;
  } catch (error) {
    throw pageProblemIn(pageJsonFile(page.slug), error);
  }
}

/** What rendering a page reads, and where it reports what the page uses. */
interface Uses {
  readonly lookups: SiteLookups;
  /** Receives an asset's URL; returns false if it cannot be a file. */
  readonly wantAsset: (address: string) => boolean;
  /** Receives a font's path in the archive. */
  readonly wantFont: (path: string) => void;
  readonly useOrigin: (origin: string) => void;
  readonly warn: (warning: SiteWarning) => void;
}

/** Renders a page as a file for static hosts, with separate files for its code embeds. */
function renderForArchive(page: Page, frame: SiteFrame, uses: Uses): readonly ArchiveFile[] {
  const { url, pages, origins, feed, rendering } = frame;
  const { lookups, wantAsset, wantFont, useOrigin, warn } = uses;
  const file = pageFile(page.slug);
  const shown = pages.filter((each) => each.isShown);
  // The URLs of assets start with a slash.
  const root = pathToRoot(file).replace(/\/$/, '') || '.';
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const documents = new Map<string, string>();
  const rendered = renderPage(page, {
    ...rendering,
    ...lookups.options,
    ...(url === null ? {} : { url: pageAddress(url, page.slug) }),
    assetBaseUrl: root,
    fontBaseUrl: `${root}/${ARCHIVE.fonts}`,
    policyInHead: true,
    site: renderedSiteOf(frame),
    codeEmbedUrl: (_uuid, code) => {
      const name = bytesToHex(sha256(utf8ToBytes(code))).slice(0, 32);
      documents.set(`${folder}${ARCHIVE.code}/${name}.html`, codeEmbedDocument(code));
      return `${ARCHIVE.code}/${name}.html`;
    },
    linkTo: createLinkRewriter(file, {
      slugs: new Map(shown.map(({ slug }) => [slug.toLowerCase(), slug])),
      origins,
      hasFeed: feed !== null,
      useAsset: wantAsset,
      onDeadLink: (href) => {
        warn({
          code: 'link_leads_nowhere',
          path: page.slug,
          message: `links to ${href.slice(0, 200)}, which is not in the export`,
        });
      },
      onOrigin: useOrigin,
    }),
  });
  for (const address of rendered.assets) {
    const own = address.startsWith(`${root}/`) ? address.slice(root.length) : null;
    if (own === null)
      warn({ code: 'asset_outside', path: page.slug, message: `loads ${address.slice(0, 200)}` });
    else if (own.startsWith(`/${ARCHIVE.fonts}/`)) wantFont(own.slice(1));
    else if (!wantAsset(own))
      warn({
        code: 'asset_name_unusable',
        path: own.slice(1),
        message: 'is not a valid file name',
      });
  }
  for (const { code, uuid } of rendered.warnings)
    warn({
      code,
      path: page.slug,
      message: WARNING_MESSAGES[code],
      ...(uuid === undefined ? {} : { uuid }),
    });
  return [fileOf(file, rendered.html), ...[...documents].map(([path, text]) => fileOf(path, text))];
}
