import type { ArchiveServices } from './siteToExport.ts';
import type { ArchivedPage } from '@cobble/renderer-static';
import { type AccountRow, lockAccount } from '../accounts/repositories/accounts.ts';
import type { Knex } from 'knex';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { requireStorage, requireStorageFor } from '../accounts/storage.ts';
import { type Imported, planOf } from '../contract/index.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import { insertAsset } from '../images/repositories/assets.ts';
import { insertImage } from '../images/repositories/images.ts';
import type { CheckedPage } from '../pages/CheckedPage.ts';
import { insertDraft } from '../pages/createPage.ts';
import { requirePageQuota } from '../pages/pagePolicy.ts';
import { countPages, listPageSlugs, PAGE_ADDRESS_KEYS } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import type { ImportableArchive } from './ArchiveWorkers.ts';
import { type ImportedImages, importImages, removeImages } from './importImages.ts';
import { MAX_IMAGES, type PageCheck } from './tasks.ts';

/** All pages together, after migration: they are in memory until they are stored. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** How many times an import attempts to store its pages, since the account may change meanwhile. */
const MAX_ATTEMPTS = 3;

/** A page of an archive that the account may import. */
interface AllowedPage extends PageCheck {
  readonly archived: ArchivedPage;
}

/**
 * Adds the pages of an archive to the account's site as drafts, in one transaction: under free
 * slugs, with links between them updated, within the plan. Existing pages are not changed, and
 * nothing is published. Owner and moderation flags in the archive are ignored [OW2].
 *
 * The archive is read in a worker. What is cheap to check is checked first: the manifest, the
 * numbers of pages, bytes and values, then each page, and only then is anything stored.
 *
 * @param file the path of the archive.
 * @param options.signal once aborted, ends the import before its next step; its reason is the error.
 * @param options.store runs a task that keeps the documents of all pages in memory.
 * @throws ApiError archive_invalid (details: `reason`), archive_too_large,
 *   pages_per_account_limit_exceeded, storage_quota_exceeded, page_slug_already_used,
 *   err_unauthorized, err_unavailable, or a code for an invalid page or one that the plan does not
 *   allow. Errors of a page have its file in front of the path.
 */
export async function importArchive(
  services: ArchiveServices,
  signedIn: AccountRow,
  file: string,
  {
    signal,
    store,
  }: {
    readonly signal: AbortSignal;
    readonly store: (task: () => Promise<Imported>) => Promise<Imported>;
  },
): Promise<Imported> {
  const { knex, archiveWorkers } = services;
  signal.throwIfAborted();
  // Checks quota and plan first, so that a refused import costs little and stores nothing. They are
  // checked again in the transaction, because another request may change the account meanwhile.
  const count = await countPages(knex, signedIn.id);
  const { maxPages } = planOf(signedIn.roles);
  const mayAdd = maxPages === null ? null : Math.max(0, maxPages - count);
  const archive = await archiveWorkers.open(signedIn.id, file, mayAdd);
  requirePageQuota(signedIn, count + archive.pageCount - 1);
  const pages: AllowedPage[] = [];
  const addresses = new Set<string>();
  const inArchive = new Set(archive.pages.map(({ slug }) => slug.toLowerCase()));
  let pageBytes = 0;
  for (const archived of archive.pages) {
    signal.throwIfAborted();
    const page = await archiveWorkers.checkPage(signedIn, file, archived);
    pages.push({ ...page, links: page.links.filter((slug) => inArchive.has(slug)), archived });
    for (const address of page.assets) addresses.add(address);
    if (addresses.size > MAX_IMAGES)
      throw new ApiError('archive_too_large', {
        message: messages.api.archiveTooManyImages(MAX_IMAGES),
      });
    pageBytes += page.bytes;
    if (pageBytes > MAX_PAGE_BYTES)
      throw new ApiError('archive_too_large', {
        path: archived.entry.path,
        message: messages.api.archiveTooMuchContent,
      });
    requireStorageFor(signedIn, pageBytes);
  }

  const images = await importImages(services, signedIn, archive, { addresses, pageBytes, signal });
  try {
    const imported = await store(() =>
      addPages(services, signedIn, archive, { pages, images, signal }),
    );
    services.images.start();
    return imported;
  } catch (error) {
    await removeImages(services, images.stored);
    if (isUniqueViolation(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  }
}

interface Import {
  readonly pages: readonly AllowedPage[];
  readonly images: ImportedImages;
  readonly signal: AbortSignal;
}

/**
 * Gives the pages their new addresses and stores them. They are read before the transaction begins,
 * because it holds a lock and a connection, and again if the account has changed meanwhile.
 */
async function addPages(
  services: ArchiveServices,
  signedIn: AccountRow,
  archive: ImportableArchive,
  { pages, images, signal }: Import,
): Promise<Imported> {
  let account = signedIn;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const slugs = slugsFor(pages, await listPageSlugs(services.knex, account.id));
    const drafts: CheckedPage[] = [];
    for (const { archived, assets, links } of pages) {
      signal.throwIfAborted();
      const draft = await services.archiveWorkers.importPage(account, archive.file, archived, {
        slug: slugs.get(archived.slug.toLowerCase()) ?? archived.slug,
        // Only these, because each page is sent by itself and there may be thousands of slugs.
        slugs: links.flatMap((from) => {
          const to = slugs.get(from);
          return to === undefined || to.toLowerCase() === from ? [] : [[from, to] as const];
        }),
        images: assets.flatMap((from) => {
          const to = images.addresses.get(from);
          return to === undefined ? [] : [[from, to] as const];
        }),
      });
      drafts.push(draft);
    }
    const stored = await storeDrafts(services, { account, pages, images, slugs, drafts });
    if (stored.imported !== null) return stored.imported;
    ({ account } = stored);
  }
  throw new ApiError('page_slug_already_used', { path: 'slug' });
}

/** Stores the drafts and images, unless a slug was taken or the plan has changed meanwhile. */
function storeDrafts(
  { knex, clock }: ArchiveServices,
  read: Omit<Import, 'signal'> & {
    readonly account: AccountRow;
    readonly slugs: ReadonlyMap<string, string>;
    readonly drafts: readonly CheckedPage[];
  },
): Promise<{ readonly account: AccountRow; readonly imported: Imported | null }> {
  const { pages, images, slugs, drafts } = read;
  const store = async (transaction: Knex): ReturnType<typeof storeDrafts> => {
    // The lock serialises this account's imports and new pages, so that the quota holds.
    const account = await lockAccount(transaction, read.account.id);
    if (account === null) throw new ApiError('err_unauthorized');
    const existing = await listPageSlugs(transaction, account.id);
    requirePageQuota(account, existing.length + pages.length - 1);
    const free = slugsFor(pages, existing);
    const isOutdated =
      planOf(account.roles) !== planOf(read.account.roles) ||
      [...slugs].some(([from, to]) => free.get(from) !== to);
    if (isOutdated) return { account, imported: null };
    const now = clock();
    const imported: Imported = { pages: [], warnings: [...images.warnings] };
    for (const [index, draft] of drafts.entries()) {
      const { slug } = draft;
      const ID = await insertDraft(transaction, account, draft, now);
      const page = pages[index];
      imported.pages.push({ ID, slug, from: page?.archived.slug ?? slug });
      if (page?.isRestricted === true)
        imported.warnings.push({ code: 'page_was_restricted', path: slug });
    }
    for (const { name, bytes, width, height } of images.stored) {
      await insertAsset(transaction, { accountId: account.id, name, bytes, width, height, now });
      await insertImage(transaction, name);
    }
    await requireStorage(transaction, account);
    return { account, imported };
  };
  return inAccountTurn(knex, read.account.id, () => knex.transaction(store));
}

/** New slugs by the archive's slugs in lower case. */
function slugsFor(
  pages: readonly AllowedPage[],
  existing: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set(existing.map((slug) => slug.toLowerCase()));
  const tried = new Map<string, number>();
  const slugs = new Map<string, string>();
  for (const {
    archived: { slug },
  } of pages) {
    const free = freeSlug(slug, taken, tried);
    taken.add(free.toLowerCase());
    slugs.set(slug.toLowerCase(), free);
  }
  return slugs;
}

/** Maximum length of a slug and of each of its parts, in characters. */
const MAX_LENGTH = 100;
const MAX_PART_LENGTH = 50;

/**
 * Returns the slug, or the slug with the first free number appended, shortened if necessary.
 *
 * @param slug accepted by `checkPageSlug`.
 * @param taken in lower case, since addresses ignore case.
 * @param tried the same map for all slugs of an import, in which `taken` only grows: it stores taken
 *   numbers, so that thousands of slugs that share a prefix do not block the server.
 */
export function freeSlug(
  slug: string,
  taken: ReadonlySet<string>,
  tried = new Map<string, number>(),
): string {
  if (!taken.has(slug.toLowerCase())) return slug;
  const start = slug.lastIndexOf('/') + 1;
  for (let digits = 1; ; digits++) {
    const end = Math.min(start + MAX_PART_LENGTH, MAX_LENGTH) - digits - 1;
    const stem = `${slug.slice(0, end)}-`;
    const key = `${String(digits)} ${stem.toLowerCase()}`;
    const after = 10 ** digits;
    let number = tried.get(key) ?? Math.max(2, after / 10);
    while (number < after && taken.has(`${stem}${String(number)}`.toLowerCase())) number += 1;
    tried.set(key, number);
    if (number < after) return `${stem}${String(number)}`;
  }
}
