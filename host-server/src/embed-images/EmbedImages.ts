import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { RerenderPages } from '../images/VariantMaker.ts';
import type { MediaStore } from '../media-store/MediaStore.ts';
import type { Clock } from '../shared/clock.ts';
import type { Image as ImageOfSite } from '@cobble/renderer-static';
import { reencodeImage, type Image } from '../images/reencodeImage.ts';
import { makeMediaName } from '../media-store/mediaName.ts';
import { ApiError } from '../shared/ApiError.ts';
import { BackgroundJob } from '../shared/BackgroundJob.ts';
import { fetchPublicFile, type FetchedFile } from '../shared/fetchPublicFile.ts';
import { loggable } from '../shared/logRedaction.ts';
import { findCopies } from './embedImagesOn.ts';
import {
  giveUpEmbedImage,
  listPagesShowing,
  storeEmbedImage,
  claimDueEmbedImage,
  requestEmbedImages,
  type DueEmbedImage,
} from './repositories/embedImages.ts';

/** Images of videos have some 30 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** How often it is looked whether others have left something to fetch. */
const RETRY_MS = 60_000;
/** How long a preview waits for images that are not there yet. */
const PATIENCE_MS = 3000;

/** Fetches an image of another site. */
export type FetchImage = (address: string, signal: AbortSignal) => Promise<FetchedFile>;

/** What {@link EmbedImages} needs. */
export interface EmbedImageServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly media: MediaStore;
  readonly rerenderPages: RerenderPages;
}

/** From the site itself. */
export const fetchFromSite: FetchImage = (address, signal) =>
  fetchPublicFile(address, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });

/**
 * Keeps copies of the images that other sites have of what pages show of them, so that visitors
 * load none from there (docs/decisions/0027). They are fetched in the background, one at a time, and
 * encoded anew; then the pages that show one are rendered anew when they are visited next.
 */
export class EmbedImages {
  private readonly services: EmbedImageServices;
  private readonly fetch: FetchImage | null;
  private readonly work: BackgroundJob;
  private readonly ending = new AbortController();

  /** @param fetch null fetches nothing: cards show their mark, or the copies that there are. */
  constructor(services: EmbedImageServices, fetch: FetchImage | null) {
    this.services = services;
    this.fetch = fetch;
    this.work = new BackgroundJob({
      log: services.log,
      doNext: () => this.fetchNext(),
      hasMore: () => Promise.resolve(true),
      retryMs: RETRY_MS,
      failureMessage: 'Images of other sites could not be looked for; they will be again',
    });
  }

  /** Fetches whatever is to be fetched. */
  start(): void {
    if (this.fetch !== null) this.work.start();
  }

  /** Waits until nothing is left that can be fetched now. */
  async settled(): Promise<void> {
    await this.work.settled();
  }

  /** Ends at once; what was under way is fetched again another time. */
  async close(): Promise<void> {
    this.work.stop();
    this.ending.abort();
    await this.work.settled();
  }

  /** The copies of images, by their addresses; those that are missing are waited for, a little. */
  async findSoon(addresses: readonly string[]): Promise<ReadonlyMap<string, ImageOfSite>> {
    const { knex, clock } = this.services;
    const known = await findCopies(knex, addresses);
    if (addresses.every((address) => known.has(address))) return known;
    await requestEmbedImages(knex, addresses, clock());
    this.start();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([this.settled(), patience]);
    clearTimeout(timer);
    return findCopies(knex, addresses);
  }

  private async fetchNext(): Promise<boolean> {
    const { knex, clock, log } = this.services;
    const due = await claimDueEmbedImage(knex, clock());
    if (due === null || this.fetch === null) return false;
    const { address, attempts } = due;
    try {
      const got = await this.fetch(address, this.ending.signal);
      if (got.ok) await this.keep(due, await reencodeImage(got.body));
      else {
        if (got.code !== 'unreachable') await giveUpEmbedImage(knex, address);
        if (this.work.isOpen) log.info({ ...got, address, attempts }, NOT_HAD);
      }
    } catch (error) {
      // What is no image will be none in a minute either.
      if (error instanceof ApiError) await giveUpEmbedImage(knex, address);
      if (this.work.isOpen) log.warn({ error: loggable(error), address, attempts }, NOT_HAD);
    }
    return true;
  }

  private async keep({ address }: DueEmbedImage, image: Image): Promise<void> {
    const { media } = this.services;
    const { type, content, width, height } = image;
    const name = makeMediaName(type);
    await media.put(name, content);
    await this.services.rerenderPages(async (transaction) => {
      await storeEmbedImage(transaction, { address, name, width, height });
      return listPagesShowing(transaction, address);
    });
  }
}

const NOT_HAD = 'An image of another site could not be had';
