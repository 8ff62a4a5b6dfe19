import { type Page, STARTER_TIP_IMAGES } from '@cobble/engine';
import { createFontLookup } from '@cobble/engine/fonts';
import {
  ARCHIVE_LIMITS,
  type ArchiveFile,
  exportPage,
  exportPageJson,
  exportSiteFiles,
  packFile,
  type PageUses,
  type SiteFrame,
} from '@cobble/renderer-static';
import type { StoredPage } from '../contract/index.ts';
import { isMediaName } from '../media-store/mediaName.ts';
import { refusalOf } from '../page-workers/checkPage.ts';
import { ApiError } from '../shared/ApiError.ts';
import type {
  ArchiveTask,
  ExportedHtmlResult,
  FrameInputs,
  PackedResult,
  PackedFacts,
  PageLookups,
  PageUseKeys,
  SiteFilesResult,
} from './tasks.ts';

/** Maximum length of the JSON of what a page uses: enough for the paths of a full archive. */
const MAX_USES = 2 * 1024 * 1024;

type Task<Name extends ArchiveTask['name']> = Extract<ArchiveTask, { name: Name }>;

/** Renders and packs a page for an archive, in the worker. */
export function packHtml({
  frame,
  lookups,
  page,
  isPublished,
}: Task<'exportHtml'>): ExportedHtmlResult {
  const found = JSON.parse(lookups) as PageLookups;
  const each = { page: pageIn(page), isPublished };
  const { html, uses } = exportPage(each, frameOf(JSON.parse(frame) as FrameInputs, found));
  const keys: PageUseKeys = {
    ...uses,
    paths: uses.paths.filter(isServedHere),
    images: Object.keys(uses.images),
    posts: Object.keys(uses.posts),
  };
  const json = JSON.stringify(keys);
  if (keys.paths.length > ARCHIVE_LIMITS.maxEntries || json.length > MAX_USES)
    return { refusal: refusalOf(new ApiError('archive_too_large')) };
  return { ...pack(html), uses: json };
}

/** Whether this server may have a file for a path; pages may name millions of others. */
function isServedHere(path: string): boolean {
  const name = path.slice(path.indexOf('/') + 1);
  return path.startsWith('fonts/') || isMediaName(name) || Object.hasOwn(STARTER_TIP_IMAGES, name);
}

/** Packs the JSON of a page for an archive, in the worker. */
export function packJson({ page }: Task<'exportJson'>): PackedResult {
  return pack([exportPageJson(pageIn(page))]);
}

/** Makes and packs the files of an archive that belong to no page, in the worker. */
export function packSiteFiles({ frame, uses }: Task<'siteFiles'>): SiteFilesResult {
  const inputs = JSON.parse(frame) as FrameInputs;
  const all = JSON.parse(uses) as PageUses;
  const { texts, manifest, paths } = exportSiteFiles(frameOf(inputs, NOTHING), [all]);
  if (paths.length > ARCHIVE_LIMITS.maxEntries)
    return { refusal: refusalOf(new ApiError('archive_too_large')) };
  return { ...pack([...texts, manifest]), paths: JSON.stringify(paths) };
}

/** Packs a file, in the worker. */
export function packAsset({ path, bytes }: Task<'pack'>): PackedResult {
  return pack([{ path, bytes }]);
}

const NOTHING: PageLookups = { fonts: [], images: [], posts: [] };

function frameOf(inputs: FrameInputs, lookups: PageLookups): SiteFrame {
  const families = new Set(lookups.fonts);
  const images = new Map(lookups.images);
  const posts = new Map(lookups.posts);
  return {
    ...inputs,
    rendering: {
      ...inputs.rendering,
      fonts: createFontLookup((family) => families.has(family)),
      images: (url) => images.get(url) ?? null,
      posts: (accountId) => posts.get(accountId) ?? [],
    },
  };
}

/** The page with its fields in the order that archives use. */
function pageIn(json: string): Page {
  const { isPublished: _, ...page } = JSON.parse(json) as StoredPage;
  const { relativeHeight, settings, style, things, ...fields } = page;
  return { ...fields, relativeHeight, settings, style, things };
}

function pack(files: readonly ArchiveFile[]): PackedResult {
  const packed = files.map((file) => packFile(file));
  const bytes = new Uint8Array(packed.reduce((sum, each) => sum + each.packed.length, 0));
  let at = 0;
  const facts = packed.map(({ packed: part, ...rest }): PackedFacts => {
    bytes.set(part, at);
    at += part.length;
    return { ...rest, packedSize: part.length };
  });
  return { files: JSON.stringify(facts), bytes };
}
