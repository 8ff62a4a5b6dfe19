import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { MediaStore } from '../media-store/MediaStore.ts';
import type { PreviewImages } from '../preview-images/PreviewImages.ts';
import { deleteUnusedEmbedThumbnails } from '../embed-thumbnails/repositories/embedThumbnails.ts';
import { CDN_STALE_MS } from '../publishing/serve/pageHeaders.ts';
import { MAX_STALE_MS } from '../shared/outage.ts';
import { after, type Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import {
  findReferencedFiles,
  deleteUnreferenced,
  listUnreferenced,
  storeUnreferenced,
} from './repositories/unreferencedFiles.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * A server without its database sends a page that was current a day ago, a CDN caches that for
 * another day, and a visitor may keep it open: three days and a minute.
 */
const GRACE_MS = MAX_STALE_MS + CDN_STALE_MS + DAY_MS;
const EVERY_MS = 3_600_000;

/** Dependencies of {@link sweepMedia}. */
export interface SweepServices {
  readonly knex: Knex;
  readonly media: MediaStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly previewImages: Pick<PreviewImages, 'sweep'>;
}

/**
 * Removes files that have been unreferenced for three days (docs/decisions/0089): uploads of
 * deleted accounts with their variants, variants of old recipes, embed thumbnails that no page
 * shows, and files that a crash left without a row. A file that two images share stays until
 * neither references it. Preview images are removed without that delay, because only the rows of
 * pages reference them.
 */
export async function sweepMedia({
  knex,
  media,
  clock,
  previewImages,
}: SweepServices): Promise<void> {
  await previewImages.sweep();
  const now = clock();
  const before = after(now, -GRACE_MS);
  await deleteUnusedEmbedThumbnails(knex, before);
  const names = await media.list();
  const referenced = await findReferencedFiles(knex, names);
  await storeUnreferenced(
    knex,
    names.filter((name) => !referenced.has(name)),
    now,
  );
  for (const { name, noticedAt } of await listUnreferenced(knex, before)) {
    // It may have been stored again meanwhile, which happens before a row references it.
    if (!(await findReferencedFiles(knex, [name])).has(name))
      await media.removeUnlessStoredSince(name, noticedAt);
    await deleteUnreferenced(knex, name);
  }
}

/** Runs {@link sweepMedia} every hour. Returns a function that stops it. */
export function sweepInBackground(services: SweepServices): () => Promise<void> {
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working
      .then(() => sweepMedia(services))
      .catch((error: unknown) => {
        services.log.warn({ error: loggable(error) }, 'Unreferenced files could not be removed');
      });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
