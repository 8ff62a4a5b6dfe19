import { EDITOR_VERSION, type Block, type Page } from '@cobble/engine';
import { makeBlock, makePage } from '../../testing/makePage.ts';
import { exportSite } from '../exportSite.ts';
import type { ReadSiteFile, Site, SitePage, SiteWarning } from '../Site.ts';
import { writeZip } from '../zip/writeZip.ts';
import { join } from './makeZip.ts';

/** A page for tests; public by default. */
export function makeSitePage(
  slug: string,
  blocks: readonly Block[],
  { isPublished = true, ...fields }: Partial<Page> & { readonly isPublished?: boolean } = {},
): SitePage {
  return { page: { ...makePage(blocks, { title: slug }), slug, ...fields }, isPublished };
}

/** A site for tests. */
export function makeSite(pages: readonly SitePage[], fields: Partial<Site> = {}): Site {
  return {
    pages,
    rendering: {},
    url: null,
    includesHidden: false,
    origins: [],
    feed: null,
    ...fields,
  };
}

/** A block with a link. */
export function linkBlock(uuid: string, hyperlink: string): Block {
  return makeBlock({
    uuid,
    type: 'shape',
    properties: { hyperlink },
    content: { shapeType: 'oval', shapeColor: '#FFB52E' },
  });
}

/** Provides every file; its content is its path. */
export const readAny: ReadSiteFile = (path) => Promise.resolve(new TextEncoder().encode(path));

/** The exported files as text by path, and the warnings. */
export async function exportTexts(
  site: Site,
  read: ReadSiteFile = readAny,
): Promise<{ files: Map<string, string>; warnings: SiteWarning[] }> {
  const files = new Map<string, string>();
  const warnings: SiteWarning[] = [];
  for await (const { path, bytes } of exportSite(site, {
    read,
    onWarning: (w) => warnings.push(w),
  }))
    files.set(path, new TextDecoder().decode(bytes));
  return { files, warnings };
}

/** An export as one ZIP. */
export async function exportZip(site: Site, read: ReadSiteFile = readAny): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(exportSite(site, { read }))) parts.push(part);
  return join(parts);
}

/** The current version, for hand-written pages. */
export const CURRENT_VERSION = EDITOR_VERSION;
