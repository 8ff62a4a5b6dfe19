import { createHash } from 'node:crypto';
import { EDITOR_VERSION, type Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { Post } from '../contract/index.ts';
import { postsByAccount } from '../posts/repositories/posts.ts';
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
  { site }: PreviewSubject,
  document: string,
  fontFolder: string,
): Promise<PaintJob> {
  const { hasPremiumFonts, runsCode } = effectiveSite(site);
  const posts = await findPosts(knex, document);
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
 * The posts that a document's channel blocks show; none for documents of an earlier version, whose
 * blocks may have another format.
 */
async function findPosts(
  knex: Knex,
  document: string,
): Promise<ReadonlyMap<number, readonly Post[]>> {
  // Few pages have a channel block, and parsing a large page is slow.
  if (!document.includes('"channel"')) return new Map();
  const page = JSON.parse(document) as Pick<Page, 'settings' | 'things'>;
  return page.settings.editorVersion === EDITOR_VERSION
    ? postsByAccount(knex, page)
    : new Map<number, readonly Post[]>();
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
