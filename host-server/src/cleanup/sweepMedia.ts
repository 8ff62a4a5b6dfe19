import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { MediaStore } from '../media-store/MediaStore.ts';
import type { PreviewImages } from '../preview-images/PreviewImages.ts';
import { deleteUnusedEmbedThumbnails } from '../embed-thumbnails/repositories/embedThumbnails.ts';
import { MAX_STALE_MS } from '../shared/outage.ts';
import { after, type Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import {
  findReferencedFiles,
  deleteUnreferenced,
  listUnreferenced,
  storeUnreferenced,
} from './repositories/unreferencedFiles.ts';

/** Pages from a day ago may still be served, here or by a CDN, and be open in browsers. */
const GRACE_MS = 2 * MAX_STALE_MS;
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
 * Removes files that have been unreferenced for two days (docs/decisions/0089): uploads of deleted
 * accounts with their variants, variants of old recipes, embed thumbnails that no page shows, and
 * files left behind by a crash. A file that two images share stays until neither references it.
 * Preview images are removed without that delay, because only their page's row references them.
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
    // It may have been stored again meanwhile, before its row.
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
