import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { PageWorkers } from '../page-workers/PageWorkers.ts';
import { findPostsByAccount } from '../posts/repositories/posts.ts';
import { effectiveSite } from '../sites/SiteContext.ts';
import type { PaintJob } from './painter/paintJob.ts';
import { PREVIEW_RECIPE, PREVIEW_SIZES } from './previewSizes.ts';
import type { PreviewSubject } from './repositories/previewImages.ts';

/**
 * Describes what to paint for a page.
 *
 * @param document the page as JSON.
 * @param fontFolder the folder of the fetched fonts.
 */
export async function createPaintJob(
  knex: Knex,
  pageWorkers: Pick<PageWorkers, 'read'>,
  { pageId, site }: PreviewSubject & { readonly pageId: number },
  document: string,
  fontFolder: string,
): Promise<PaintJob> {
  const { hasPremiumFonts, runsCode } = effectiveSite(site);
  // Few pages have a channel block, and reading a page takes a worker.
  const accounts = document.includes('"channel"')
    ? (await pageWorkers.read(site.accountId, pageId, document)).postAccounts
    : [];
  const posts = await findPostsByAccount(knex, accounts);
  return {
    document,
    hasPremiumFonts,
    isSafeMode: !runsCode,
    posts,
    fontFolder,
    sizes: PREVIEW_SIZES,
  };
}

/**
 * Hashes everything that the images of a page depend on. Their files are named by it.
 *
 * @param environment what they depend on besides the job, such as the available fonts.
 */
export function hashOfJob(job: PaintJob, environment: readonly string[]): string {
  const { document, hasPremiumFonts, isSafeMode, posts, sizes } = job;
  const rest = [PREVIEW_RECIPE, sizes, hasPremiumFonts, isSafeMode, [...posts], environment];
  return createHash('sha256')
    .update(JSON.stringify(rest))
    .update('\0')
    .update(document)
    .digest('hex')
    .slice(0, 32);
}
