import type { Page } from '@cobble/engine';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { codeEmbedDocument } from '../blocks/code-embed/codeEmbedDocument.ts';
import { renderPage } from '../renderPage.ts';
import type { RenderWarning } from '../RenderOptions.ts';
import { ARCHIVE, pageFile, pathToRoot } from './archiveNames.ts';
import { createLinkRewriter } from './linksInArchive.ts';
import type { Site, SiteWarning } from './Site.ts';
import { pageAddress, renderedSiteOf } from './sitePages.ts';
import type { SiteLookups } from './SiteLookups.ts';
import type { ArchiveFile } from './zip/zipFormat.ts';

/** What a page is rendered with: the site, and callbacks for what the page uses. */
export interface ArchiveContext {
  readonly site: Site;
  /** The site's address, ending with a slash. */
  readonly url: string | null;
  /** Pages exported as HTML. */
  readonly shown: readonly Page[];
  readonly lookups: SiteLookups;
  /** Receives an asset's URL; returns false if it cannot be a file. */
  readonly wantAsset: (address: string) => boolean;
  /** Receives a font's path in the archive. */
  readonly wantFont: (path: string) => void;
  readonly useOrigin: (origin: string) => void;
  readonly warn: (warning: SiteWarning) => void;
}

const WARNING_MESSAGES: Readonly<Record<RenderWarning['code'], string>> = {
  unknown_type: 'has an unknown type and is shown as a placeholder',
  kit_view_failed: 'could not be rendered by its kit and is shown as a placeholder',
  unreachable: 'has no parent and is not shown',
  duplicate_html_id: 'has the HTML id of another block, so its own was left out',
};

/** Renders a page as a file for static hosts, with separate files for its code embeds. */
export function renderForArchive(page: Page, context: ArchiveContext): readonly ArchiveFile[] {
  const { site, url, shown, lookups, wantAsset, wantFont, useOrigin, warn } = context;
  const file = pageFile(page.slug);
  // The URLs of assets start with a slash.
  const root = pathToRoot(file).replace(/\/$/, '') || '.';
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const documents = new Map<string, string>();
  const rendered = renderPage(page, {
    ...site.rendering,
    ...lookups.options,
    ...(url === null ? {} : { url: pageAddress(url, page.slug) }),
    assetBaseUrl: root,
    fontBaseUrl: `${root}/${ARCHIVE.fonts}`,
    policyInHead: true,
    site: renderedSiteOf(site),
    codeEmbedUrl: (_uuid, code) => {
      const name = bytesToHex(sha256(utf8ToBytes(code))).slice(0, 32);
      documents.set(`${folder}${ARCHIVE.code}/${name}.html`, codeEmbedDocument(code));
      return `${ARCHIVE.code}/${name}.html`;
    },
    linkTo: createLinkRewriter(file, {
      slugs: new Map(shown.map(({ slug }) => [slug.toLowerCase(), slug])),
      origins: site.origins,
      hasFeed: site.feed !== null,
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
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return [
    { path: file, bytes: bytes(rendered.html) },
    ...[...documents].map(([path, text]) => ({ path, bytes: bytes(text) })),
  ];
}
