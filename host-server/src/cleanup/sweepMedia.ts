import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { MediaStore } from '../media-store/MediaStore.ts';
import type { PreviewImages } from '../preview-images/PreviewImages.ts';
import { deleteUnusedEmbedImages } from '../embed-images/repositories/embedImages.ts';
import { MAX_STALE_MS } from '../shared/outage.ts';
import { after, type Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import {
  findReferencedFiles,
  deleteUnreferenced,
  listUnreferenced,
  storeUnreferenced,
} from './repositories/unreferencedFiles.ts';

/** Pages of a day ago may still be served, here or by a CDN, and be open in somebody's browser. */
const GRACE_MS = 2 * MAX_STALE_MS;
const EVERY_MS = 3_600_000;

/** What removing files needs. */
export interface SweepServices {
  readonly knex: Knex;
  readonly media: MediaStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly previewImages: Pick<PreviewImages, 'sweep'>;
}

/**
 * Removes files that no row has named for two days (docs/decisions/0089): of uploads that have gone
 * with their account, all that was made of them, variants of an older recipe, copies for cards that
 * no page shows, and what was stored before a crash. Files that two images share stay for the other.
 * Images of pages go with them, at once: nothing names their files but their page's row.
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
  await deleteUnusedEmbedImages(knex, before);
  const names = await media.list();
  const named = await findReferencedFiles(knex, names);
  await storeUnreferenced(
    knex,
    names.filter((name) => !named.has(name)),
    now,
  );
  for (const { name, noticedAt } of await listUnreferenced(knex, before)) {
    // Made again meanwhile: its row may be about to come.
    if (!(await findReferencedFiles(knex, [name])).has(name))
      await media.removeUnlessStoredSince(name, noticedAt);
    await deleteUnreferenced(knex, name);
  }
}

/** Runs {@link sweepMedia} every hour; gives what ends that. */
export function sweepInBackground(services: SweepServices): () => Promise<void> {
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working
      .then(() => sweepMedia(services))
      .catch((error: unknown) => {
        services.log.warn({ error: loggable(error) }, 'Left-over files could not be removed');
      });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
