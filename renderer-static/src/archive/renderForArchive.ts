import type { Page } from '@cobble/engine';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { codeEmbedDocument } from '../blocks/code-embed/codeEmbedDocument.ts';
import { renderPage } from '../renderPage.ts';
import type { RenderWarning } from '../RenderOptions.ts';
import { ARCHIVE, pageFile, wayUp } from './archiveNames.ts';
import { makeLinkTo } from './linksInArchive.ts';
import type { Site, SiteWarning } from './Site.ts';
import { pageAddress, siteWords } from './sitePages.ts';
import type { SiteLookups } from './SiteLookups.ts';
import type { ArchiveFile } from './zip/zipFormat.ts';

/** What a page is rendered among. */
export interface ArchiveSetting {
  readonly site: Site;
  /** The site's address, with a slash at its end. */
  readonly url: string | null;
  /** The pages that are there as HTML. */
  readonly shown: readonly Page[];
  readonly lookups: SiteLookups;
  /** Takes an asset's address as pages have it; false when it can be no file. */
  readonly wantAsset: (address: string) => boolean;
  /** Takes a font's path in the archive. */
  readonly wantFont: (path: string) => void;
  readonly useOrigin: (origin: string) => void;
  readonly warn: (warning: SiteWarning) => void;
}

const WORDS: Readonly<Record<RenderWarning['code'], string>> = {
  unknown_type: 'is of a type that nobody here knows: a placeholder stands for it',
  kit_view_failed: 'could not be drawn by its kit: a placeholder stands for it',
  unreachable: 'hangs on nothing and is not shown',
  duplicate_html_id: 'has the anchor of another block; its own was left out',
};

/** A page as a file for any host, and the files of its authors' own code beside it. */
export function renderForArchive(page: Page, setting: ArchiveSetting): readonly ArchiveFile[] {
  const { site, url, shown, lookups, wantAsset, wantFont, useOrigin, warn } = setting;
  const file = pageFile(page.slug);
  // Addresses of pages begin with a slash, which follows this.
  const root = wayUp(file).replace(/\/$/, '') || '.';
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const documents = new Map<string, string>();
  const rendered = renderPage(page, {
    ...site.rendering,
    ...lookups.options,
    ...(url === null ? {} : { url: pageAddress(url, page.slug) }),
    assetBaseUrl: root,
    fontBaseUrl: `${root}/${ARCHIVE.fonts}`,
    policyInHead: true,
    site: siteWords(site),
    codeEmbedUrl: (_uuid, code) => {
      const name = bytesToHex(sha256(utf8ToBytes(code))).slice(0, 32);
      documents.set(`${folder}${ARCHIVE.code}/${name}.html`, codeEmbedDocument(code));
      return `${ARCHIVE.code}/${name}.html`;
    },
    linkTo: makeLinkTo(file, {
      slugs: new Map(shown.map(({ slug }) => [slug.toLowerCase(), slug])),
      origins: site.origins,
      hasFeed: site.feed !== null,
      useAsset: wantAsset,
      onDeadLink: (href) => {
        warn({
          code: 'link_leads_nowhere',
          path: page.slug,
          message: `leads to ${href.slice(0, 200)}, where nothing is`,
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
      warn({ code: 'asset_name_unusable', path: own.slice(1), message: 'is no name for a file' });
  }
  for (const { code, uuid } of rendered.warnings)
    warn({ code, path: page.slug, message: WORDS[code], ...(uuid === undefined ? {} : { uuid }) });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return [
    { path: file, bytes: bytes(rendered.html) },
    ...[...documents].map(([path, text]) => ({ path, bytes: bytes(text) })),
  ];
}
