import type { ArchiveServices } from './siteToExport.ts';
import { CobbleError, type Page, slugOfPath } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { ARCHIVE_LIMITS, assetsIn, importSite, type ImportedSite } from '@cobble/renderer-static';
import { lockAccount, type AccountRow } from '../accounts/repositories/accounts.ts';
import { requireStorage, requireStorageFor } from '../accounts/storage.ts';
import type { Imported, PageInput } from '../contract/index.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import { insertAsset } from '../images/repositories/assets.ts';
import { PAGE_JSON } from '../http/readJsonBody.ts';
import { insertImage } from '../images/repositories/images.ts';
import { identityOfNewPage, storeNewPage } from '../pages/createPage.ts';
import { requirePlanFor, requirePageQuota } from '../pages/pagePolicy.ts';
import { parsePageInput } from '../pages/pageConversions.ts';
import { PAGE_ADDRESS_KEYS, countPages, listPages } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { importImages, removeImages } from './importImages.ts';

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
const MAX_IMAGES = 500;

/**
 * Adds the pages of an archive to the account's site as drafts, in one transaction: under free
 * slugs, with links between them updated, within the plan. Existing pages are not changed, and
 * nothing is published. Owner and moderation flags in the archive are ignored [OW2].
 *
 * @throws ApiError archive_invalid (details: `reason`), archive_too_large,
 *   pages_per_account_limit_exceeded, storage_quota_exceeded, page_slug_already_used,
 *   err_unauthorized, or a code for a page that the plan does not allow; CobbleError for an invalid
 *   page. Errors of a page have its file in front of the path.
 */
export async function importArchive(
  services: ArchiveServices,
  signedIn: AccountRow,
  file: Uint8Array,
): Promise<Imported> {
  const { site, read } = open(file);
  const pages = site.pages.map(({ page }) => migratePage(page).page);
  for (const page of pages) requireStorable(page);
  const used = new Set(pages.flatMap((page) => [...assetsIn(page)]));
  if (used.size > MAX_IMAGES)
    throw new ApiError('archive_too_large', {
      message: messages.api.archiveTooManyImages(MAX_IMAGES),
    });
  // Checks quota and plan first, so that a refused import does not store images. They are checked
  // again in the transaction, because another request may change the account in the meantime.
  requirePageQuota(signedIn, (await countPages(services.knex, signedIn.id)) + pages.length - 1);
  for (const page of pages) withFileInErrors(page, () => requirePlanFor(signedIn, inputOf(page)));

  requireStorageFor(signedIn, bytesOf(pages));

  const images = await importImages(services, signedIn, used, read, bytesOf(pages));
  try {
    const imported = await services.knex.transaction(async (transaction) => {
      // The lock serialises this account's imports and new pages, so that the quota holds.
      const account = await lockAccount(transaction, signedIn.id);
      if (account === null) throw new ApiError('err_unauthorized');
      const existing = await listPages(transaction, account.id);
      requirePageQuota(account, existing.length + pages.length - 1);
      const slugs = slugsFor(pages, existing);
      const now = services.clock();
      const result: Imported = { pages: [], warnings: [...images.warnings] };
      for (const page of pages) {
        const input = inputOf(withNewAddresses(page, slugs, images.addresses));
        const parsed = withFileInErrors(page, () => {
          requirePlanFor(account, input);
          return parsePageInput(input, identityOfNewPage(account, now));
        });
        const { ID, slug } = await storeNewPage(transaction, parsed, now);
        result.pages.push({ ID, slug, from: page.slug });
        if (page.isRestricted === true)
          result.warnings.push({ code: 'page_was_restricted', path: slug });
      }
      for (const { name, bytes, width, height } of images.stored) {
        await insertAsset(transaction, { accountId: account.id, name, bytes, width, height, now });
        await insertImage(transaction, name);
      }
      await requireStorage(transaction, account);
      return result;
    });
    services.images.start();
    return imported;
  } catch (error) {
    await removeImages(services, images.stored);
    if (isUniqueViolation(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  }
}

function open(file: Uint8Array): ImportedSite {
  const imported = importSite(file, { limits: LIMITS });
  if (imported.ok) return imported.value;
  const { code, details = {} } = imported;
  const [path = '', field = '', message = ''] = ['path', 'field', 'message'].map((name) =>
    typeof details[name] === 'string' ? details[name] : '',
  );
  const where = [path, field].filter(Boolean).join(': ');
  throw new ApiError(code === 'archive_too_large' ? code : 'archive_invalid', {
    path: where,
    message,
    details: { reason: code, file: path },
  });
}

/** Migrations may make a page larger: a line of old text becomes a paragraph. */
function requireStorable(page: Page): void {
  if (JSON.stringify(page).length > PAGE_JSON.bytes)
    throw new ApiError('archive_too_large', {
      path: `cobble/pages/${page.slug}.json`,
      message: messages.api.archivePageTooLarge,
    });
}

/** What the pages need at least in the account's storage. */
function bytesOf(pages: readonly Page[]): number {
  return pages.reduce((sum, { things }) => sum + JSON.stringify(things).length, 0);
}

/** A restricted page becomes private, because archives contain no passwords. */
function inputOf(page: Page): PageInput {
  const { slug, isListed, isPeekable, relativeHeight, settings, style, things } = page;
  const isPublic = page.isPublic && page.isRestricted !== true;
  return { slug, isPublic, isListed, isPeekable, relativeHeight, settings, style, things };
}

/** Adds the page's file to the path of an error. */
function withFileInErrors<Value>({ slug }: Page, work: () => Value): Value {
  const prefix = `cobble/pages/${slug}.json`;
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError)
      throw new ApiError(error.code, {
        path: [prefix, error.path].filter(Boolean).join(': '),
        details: error.details,
        cause: error,
      });
    if (error instanceof CobbleError)
      throw new CobbleError(error.code, error.reason, {
        details: { path: [prefix, error.details['path']].filter(Boolean).join(': ') },
        cause: error,
      });
    throw error;
  }
}

/** New slugs by the archive's slugs in lower case. */
function slugsFor(
  pages: readonly Page[],
  existing: readonly { readonly slug: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set(existing.map(({ slug }) => slug.toLowerCase()));
  const slugs = new Map<string, string>();
  for (const { slug } of pages) {
    const free = freeSlug(slug, taken);
    taken.add(free.toLowerCase());
    slugs.set(slug.toLowerCase(), free);
  }
  return slugs;
}

/** The page with its new slug, and with updated links to imported pages and images. */
function withNewAddresses(
  page: Page,
  slugs: ReadonlyMap<string, string>,
  images: ReadonlyMap<string, string>,
): Page {
  const linkOf = (link: string): string => {
    const [, path = '', tail = ''] = /^(\/[^?#]*)(.*)$/s.exec(link) ?? [];
    if (path === '') return link;
    const from = slugOfPath(path) ?? '';
    const to = slugs.get(from.toLowerCase());
    return to === undefined || to.toLowerCase() === from.toLowerCase() ? link : `/${to}${tail}`;
  };
  const updated = mapStrings(page, (text, key) => {
    const image = images.get(text);
    if (image !== undefined) return image;
    return key === 'hyperlink' || key === 'href' ? linkOf(text) : text;
  });
  return { ...updated, slug: slugs.get(page.slug.toLowerCase()) ?? page.slug };
}

/** Maximum length of a slug and of each of its parts, in characters. */
const MAX_LENGTH = 100;
const MAX_PART_LENGTH = 50;

/**
 * Returns the slug, or the slug with the first free number appended, shortened if necessary.
 *
 * @param slug accepted by `checkPageSlug`.
 * @param taken in lower case, since addresses ignore case.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  const start = slug.lastIndexOf('/') + 1;
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `-${String(number)}`;
    const end = Math.min(start + MAX_PART_LENGTH, MAX_LENGTH) - tail.length;
    const numbered = slug.slice(0, end) + tail;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}

/**
 * Replaces the strings of a JSON value. Keys and `__proto__` are preserved.
 *
 * @param replace receives a string and its key (in a list, its index).
 */
export function mapStrings<Json>(json: Json, replace: (text: string, key: string) => string): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    typeof value === 'string' ? replace(value, key) : value,
  ) as Json;
}
