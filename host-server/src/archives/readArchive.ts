import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { CobbleError, type Page, type Result, slugOfPath } from '@cobble/engine';
import { countJson } from '@cobble/engine/parsing';
import {
  ARCHIVE_LIMITS,
  type ArchivedPage,
  type ArchiveProblemCode,
  assetsIn,
  openArchive,
  readArchivedPage,
  unpackFile,
  type ZipEntry,
} from '@cobble/renderer-static';
import type { PageInput } from '../contract/index.ts';
import { PAGE_JSON } from '../http/readJsonBody.ts';
import { storageError } from '../http/UploadSpool.ts';
import { describePage, NO_IDENTITY, refusalOf } from '../page-workers/checkPage.ts';
import { parsePageInput } from '../pages/pageConversions.ts';
import { requirePlanFor } from '../pages/pagePolicy.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import {
  type ArchiveTask,
  MAX_IMAGES,
  type NewAddresses,
  type OpenResult,
  type PageResult,
  type PageCheck,
  type RefusedResult,
} from './tasks.ts';

const MB = 1024 * 1024;
/** Apply in addition to the upload limit. A page with more JSON could not be stored. */
const LIMITS = {
  ...ARCHIVE_LIMITS,
  maxEntries: 5000,
  maxUnpackedBytes: 160 * MB,
  maxFileBytes: 32 * MB,
  maxJsonBytes: PAGE_JSON.bytes,
  maxJsonValues: PAGE_JSON.values,
};
/** The JSON of all pages together. */
const MAX_JSON = { bytes: 64 * MB, values: 4_000_000 };
/** How many different links of a page are updated: the server's thread reads the list. */
const MAX_LINKS = 5000;
/** Slugs are shorter. */
const MAX_LINK_LENGTH = 100;

type Task<Name extends ArchiveTask['name']> = Extract<ArchiveTask, { name: Name }>;

/** Checks everything about an archive that can be checked without parsing a page, in the worker. */
export function openForImport({ file, maxPages }: Task<'open'>): OpenResult {
  return refusing(() => {
    const archive = readFileSync(file);
    const { pages, entries } = requireValue(openArchive(archive, LIMITS));
    const pageCount = pages.length;
    if (maxPages !== null && pageCount > maxPages) return { pageCount };
    requireBudget(pages, archive);
    const assets = [...entries.values()].filter(({ path }) => path.startsWith('assets/'));
    return { pageCount, pages: JSON.stringify(pages), assets: JSON.stringify(assets) };
  });
}

/** Parsing a value costs more than reading its bytes, so both are limited. */
function requireBudget(pages: readonly ArchivedPage[], archive: Uint8Array): void {
  const requireWithin = (path: string, count: number, max: number): void => {
    if (count > max)
      throw new ApiError('archive_too_large', {
        path,
        message: messages.api.archiveTooMuchContent,
      });
  };
  let bytes = 0;
  for (const { entry } of pages) {
    bytes += entry.size;
    requireWithin(entry.path, bytes, MAX_JSON.bytes);
  }
  let values = 0;
  for (const { entry } of pages) {
    const packed = archive.subarray(entry.start, entry.start + entry.packedSize);
    values += countJson(requireValue(unpackFile(entry, packed))).values;
    requireWithin(entry.path, values, MAX_JSON.values);
  }
}

/** Checks a page of an archive, or reads it with its new addresses, in the worker. */
export function readPage({ file, page: archived, roles, addresses }: Task<'page'>): PageResult {
  return refusing(() => {
    const found = JSON.parse(archived) as ArchivedPage;
    const { path } = found.entry;
    const page = requireValue(readArchivedPage(found, readFile(file, found.entry), LIMITS));
    requireStorable(page, path);
    const input = inputOf(
      addresses === null ? page : withNewAddresses(page, JSON.parse(addresses) as NewAddresses),
    );
    const parsed = withFileInErrors(path, () => {
      requirePlanFor({ roles: JSON.parse(roles) as string[] }, input);
      return parsePageInput(input, NO_IDENTITY);
    });
    if (addresses !== null) return describePage(parsed);
    const check: PageCheck = {
      isRestricted: page.isRestricted === true,
      bytes: JSON.stringify(page.things).length,
      assets: [...assetsIn(page)].slice(0, MAX_IMAGES + 1),
      links: linksIn(page),
    };
    return { check: JSON.stringify(check) };
  });
}

/** Unpacks a file of an archive into a new file, in the worker. */
export function unpackAsset({ file, entry, to }: Task<'unpack'>): RefusedResult {
  return refusing(() => {
    const bytes = readFile(file, JSON.parse(entry) as ZipEntry);
    try {
      writeFileSync(to, bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw storageError(error);
    }
    return {};
  });
}

function readFile(file: string, entry: ZipEntry): Uint8Array {
  const packed = Buffer.allocUnsafeSlow(entry.packedSize);
  const descriptor = openSync(file, 'r');
  try {
    for (let at = 0, read = 1; at < packed.length && read > 0; at += read)
      read = readSync(descriptor, packed, at, packed.length - at, entry.start + at);
  } finally {
    closeSync(descriptor);
  }
  return requireValue(unpackFile(entry, packed));
}

function refusing<TaskResult>(work: () => TaskResult): TaskResult | RefusedResult {
  try {
    return work();
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

function requireValue<Value>(result: Result<Value, ArchiveProblemCode>): Value {
  if (result.ok) return result.value;
  const { code, details = {} } = result;
  const [path = '', field = '', message = ''] = ['path', 'field', 'message'].map((name) =>
    typeof details[name] === 'string' ? details[name] : '',
  );
  throw new ApiError(code === 'archive_too_large' ? code : 'archive_invalid', {
    path: [path, field].filter(Boolean).join(': '),
    message,
    details: { reason: code, file: path },
  });
}

/** Migrations may make a page larger: a line of old text becomes a paragraph. */
function requireStorable(page: Page, path: string): void {
  if (JSON.stringify(page).length > PAGE_JSON.bytes)
    throw new ApiError('archive_too_large', {
      path,
      message: messages.api.archivePageTooLarge,
    });
}

/** A restricted page becomes private, because archives contain no passwords. */
function inputOf(page: Page): PageInput {
  const { slug, isListed, isPeekable, relativeHeight, settings, style, things } = page;
  const isPublic = page.isPublic && page.isRestricted !== true;
  return { slug, isPublic, isListed, isPeekable, relativeHeight, settings, style, things };
}

/** Adds the page's file to the path of an error. */
function withFileInErrors<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError)
      throw new ApiError(error.code, {
        path: [file, error.path].filter(Boolean).join(': '),
        details: error.details,
        cause: error,
      });
    if (error instanceof CobbleError)
      throw new CobbleError(error.code, error.reason, {
        details: { path: [file, error.details['path']].filter(Boolean).join(': ') },
        cause: error,
      });
    throw error;
  }
}

/** The page with its new slug, and with updated links to imported pages and images. */
function withNewAddresses(page: Page, addresses: NewAddresses): Page {
  const slugs = new Map(addresses.slugs);
  const images = new Map(addresses.images);
  const updated = mapStrings(page, (text, key) => {
    const image = images.get(text);
    if (image !== undefined) return image;
    const link = readLink(text, key);
    const to = link === null ? undefined : slugs.get(link.slug);
    return link === null || to === undefined ? text : `/${to}${link.tail}`;
  });
  return { ...updated, slug: addresses.slug };
}

/** The first {@link MAX_LINKS} slugs, in lower case, that a page links to. */
function linksIn(page: Page): string[] {
  const slugs = new Set<string>();
  mapStrings(page, (text, key) => {
    const link = slugs.size < MAX_LINKS ? readLink(text, key) : null;
    if (link !== null && link.slug.length <= MAX_LINK_LENGTH) slugs.add(link.slug);
    return text;
  });
  return [...slugs];
}

/** A link to a page of the same site: its slug in lower case, and the rest of the address. */
function readLink(text: string, key: string): { slug: string; tail: string } | null {
  if (key !== 'hyperlink' && key !== 'href') return null;
  const [, path = '', tail = ''] = /^(\/[^?#]*)(.*)$/s.exec(text) ?? [];
  return path === '' ? null : { slug: (slugOfPath(path) ?? '').toLowerCase(), tail };
}

/**
 * Replaces the strings of a JSON value. Keys and `__proto__` are preserved.
 *
 * @param replace receives a string and its key (in a list, its index).
 */
function mapStrings<Json>(json: Json, replace: (text: string, key: string) => string): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    typeof value === 'string' ? replace(value, key) : value,
  ) as Json;
}
