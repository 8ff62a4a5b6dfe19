import { CobbleError, type Page, migratePage, slugOfPath } from '@cobble/engine';
import { ARCHIVE_LIMITS, assetsIn, importSite, type ImportedSite } from '@cobble/renderer-static';
import { type AccountRow, lockAccount } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { Imported, PageInput } from '../contract/index.ts';
import { insertAsset } from '../media/repositories/assets.ts';
import { insertImage } from '../media/repositories/images.ts';
import { requirePlanFor, requireRoomForPage } from '../pages/pagePolicy.ts';
import { parsePageInput } from '../pages/parsePageInput.ts';
import { countPages, listPages, PAGE_ADDRESS_KEYS } from '../pages/repositories/pages.ts';
import { identityOfNewPage, storeNewPage } from '../pages/storeNewPage.ts';
import { ApiError } from '../shared/ApiError.ts';
import { violatesUnique } from '../shared/postgresError.ts';
import { freeSlug } from './freeSlug.ts';
import { importImages, removeImages } from './importImages.ts';
import { replaceStrings } from './replaceStrings.ts';

const MB = 1024 * 1024;
/** Besides what the upload's own limit says; a page of more JSON could not be stored anyway. */
const LIMITS = {
  ...ARCHIVE_LIMITS,
  maxEntries: 5000,
  maxUnpackedBytes: 160 * MB,
  maxFileBytes: 32 * MB,
  maxJsonBytes: 8 * MB,
};
const MAX_IMAGES = 500;

/**
 * Adds the pages of an archive to an account's site as drafts, all or nothing: under names that are
 * free, with links among them led to the new names, within the plan. Nothing that is there is
 * touched, and nobody sees anything of it before it is published. Who owns a page, and whether it
 * is disabled, is not read from the archive [OW2].
 *
 * @throws ApiError archive_invalid (details: `reason`), archive_too_large,
 * pages_per_account_limit_exceeded, those of the plan and of malformed pages, with the page's file
 * before their path.
 */
export async function importArchive(
  services: Services,
  signedIn: AccountRow,
  file: Uint8Array,
): Promise<Imported> {
  const { site, read } = open(file);
  const pages = site.pages.map(({ page }) => ofToday(page));
  const used = new Set(pages.flatMap((page) => [...assetsIn(page)]));
  if (used.size > MAX_IMAGES)
    throw new ApiError('archive_too_large', {
      message: `Its pages have more than ${String(MAX_IMAGES)} images.`,
    });
  requireRoomForPage(signedIn, (await countPages(services.knex, signedIn.id)) + pages.length - 1);
  for (const page of pages) inFile(page, () => requirePlanFor(signedIn, inputOf(page), null));

  const images = await importImages(services, signedIn, used, read);
  try {
    const added = await services.knex.transaction(async (transaction) => {
      // Locked, so that pages that come at the same time are counted one after the other.
      const account = await lockAccount(transaction, signedIn.id);
      if (account === null) throw new ApiError('err_unauthorized');
      const there = await listPages(transaction, account.id);
      requireRoomForPage(account, there.length + pages.length - 1);
      const slugs = slugsFor(pages, there);
      const now = services.clock();
      const result: Imported['pages'] = [];
      for (const page of pages) {
        const input = inputOf(withNewAddresses(page, slugs, images.addresses));
        const parsed = inFile(page, () => {
          requirePlanFor(account, input, null);
          return parsePageInput(input, identityOfNewPage(account, now));
        });
        const { ID, slug } = await storeNewPage(transaction, parsed, now);
        result.push({ ID, slug, from: page.slug });
      }
      for (const { name, bytes, width, height } of images.stored) {
        await insertAsset(transaction, { accountId: account.id, name, bytes, width, height, now });
        await insertImage(transaction, name);
      }
      return result;
    });
    services.images.start();
    const restricted = pages.filter(({ isRestricted }) => isRestricted === true);
    return {
      pages: added,
      warnings: [
        ...images.warnings,
        ...restricted.map(({ slug }) => ({ code: 'page_was_restricted', path: slug })),
      ],
    };
  } catch (error) {
    await removeImages(services, images.stored);
    if (violatesUnique(error, ...PAGE_ADDRESS_KEYS))
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

/** It was found sound when it was read. */
function ofToday(page: Page): Page {
  return migratePage(page).page;
}

/** A page that needed a password is private until it gets one: passwords are in no archive. */
function inputOf(page: Page): PageInput {
  const { slug, isListed, isPeekable, relativeHeight, settings, style, things } = page;
  const isPublic = page.isPublic && page.isRestricted !== true;
  return { slug, isPublic, isListed, isPeekable, relativeHeight, settings, style, things };
}

/** Names what a refusal is about: first the page's file, then the field. */
function inFile<Value>({ slug }: Page, work: () => Value): Value {
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
      throw new CobbleError(error.code, error.message, {
        details: { path: [prefix, error.details['path']].filter(Boolean).join(': ') },
        cause: error,
      });
    throw error;
  }
}

/** New slugs by those of the archive, in lower case. */
function slugsFor(
  pages: readonly Page[],
  there: readonly { readonly slug: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set(there.map(({ slug }) => slug.toLowerCase()));
  const slugs = new Map<string, string>();
  for (const { slug } of pages) {
    const free = freeSlug(slug, taken);
    taken.add(free.toLowerCase());
    slugs.set(slug.toLowerCase(), free);
  }
  return slugs;
}

/** The page under its new slug, with links to its siblings and images that lead to theirs. */
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
  const moved = replaceStrings(page, (text, key) => {
    const image = images.get(text);
    if (image !== undefined) return image;
    return key === 'hyperlink' || key === 'href' ? linkOf(text) : text;
  });
  return { ...moved, slug: slugs.get(page.slug.toLowerCase()) ?? page.slug };
}
