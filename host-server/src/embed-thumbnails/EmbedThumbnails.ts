import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { RerenderPages } from '../images/VariantMaker.ts';
import type { MediaStore } from '../media-store/MediaStore.ts';
import type { Clock } from '../shared/clock.ts';
import type { Image as PageImage } from '@cobble/renderer-static';
import { type ImageDecoder, isRejectedImage } from '../images/ImageDecoder.ts';
import type { Image } from '../images/reencodeImage.ts';
import { makeMediaName } from '../media-store/mediaName.ts';
import { BackgroundJob } from '../shared/BackgroundJob.ts';
import { fetchPublicFile, type FetchedFile } from '../shared/fetchPublicFile.ts';
import { loggable } from '../shared/logRedaction.ts';
import { RecentTurns } from '../shared/RecentTurns.ts';
import { findEmbedThumbnailsByAddress } from './findEmbedThumbnails.ts';
import {
  giveUpEmbedThumbnail,
  listPagesShowing,
  storeEmbedThumbnail,
  claimNextEmbedThumbnail,
  requestEmbedThumbnails,
  type DueEmbedThumbnail,
} from './repositories/embedThumbnails.ts';

/** Thumbnails of videos are about 30 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** How often to look for thumbnails that are due: retries, and requests of other processes. */
const RETRY_MS = 60_000;
/** How long a preview waits for missing thumbnails, ms. */
const MAX_WAIT_MS = 3000;

/** The key under which thumbnails take turns with the accounts whose images are decoded. */
const DECODING_KEY = 'embed thumbnails';

/** Fetches an image from another site. */
export type FetchImage = (address: string, signal: AbortSignal) => Promise<FetchedFile>;

/** Dependencies of {@link EmbedThumbnails}. */
export interface EmbedThumbnailServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly media: MediaStore;
  readonly imageDecoder: ImageDecoder;
  readonly rerenderPages: RerenderPages;
}

/** Fetches an image over the network. */
export const fetchFromSite: FetchImage = (address, signal) =>
  fetchPublicFile(address, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });

/**
 * Copies the thumbnails of embeds from other sites, so that visitors load nothing from them
 * (docs/decisions/0027). Thumbnails are fetched in the background, one at a time, with accounts
 * taking turns, and re-encoded; pages that show a new one are rendered again, at the latest when
 * they are next visited.
 */
export class EmbedThumbnails {
  private readonly services: EmbedThumbnailServices;
  private readonly fetch: FetchImage | null;
  private readonly work: BackgroundJob;
  private readonly ending = new AbortController();
  private readonly turns = new RecentTurns();

  /** @param fetch null to fetch nothing; embeds then show existing thumbnails or an icon. */
  constructor(services: EmbedThumbnailServices, fetch: FetchImage | null) {
    this.services = services;
    this.fetch = fetch;
    this.work = new BackgroundJob({
      log: services.log,
      doNext: () => this.fetchNext(),
      hasMore: () => Promise.resolve(true),
      retryMs: RETRY_MS,
      failureMessage: 'Looking for due embed thumbnails failed and will be retried',
    });
  }

  /** Starts fetching the thumbnails that are due. */
  start(): void {
    if (this.fetch !== null) this.work.start();
  }

  /** Waits until nothing is left to fetch for now. */
  async settled(): Promise<void> {
    await this.work.settled();
  }

  /** Stops at once; an interrupted fetch is repeated later. */
  async close(): Promise<void> {
    this.work.stop();
    this.ending.abort();
    await this.work.settled();
  }

  /**
   * Finds thumbnails by the addresses of the originals. Requests missing ones for an account, and
   * waits for them for up to {@link MAX_WAIT_MS}.
   */
  async findOrFetch(
    accountId: number,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, PageImage>> {
    const { knex, clock } = this.services;
    const existing = await findEmbedThumbnailsByAddress(knex, addresses);
    if (addresses.every((address) => existing.has(address))) return existing;
    await requestEmbedThumbnails(knex, accountId, addresses, clock());
    this.start();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS);
    });
    await Promise.race([this.settled(), timeout]);
    clearTimeout(timer);
    return findEmbedThumbnailsByAddress(knex, addresses);
  }

  private async fetchNext(): Promise<boolean> {
    const { knex, clock, log, imageDecoder } = this.services;
    const due = await claimNextEmbedThumbnail(knex, clock(), this.turns.list());
    if (due === null || this.fetch === null) return false;
    const { address, accountId, attempts } = due;
    const endTurn = accountId === null ? null : this.turns.take(accountId);
    try {
      const fetched = await this.fetch(address, this.ending.signal);
      if (fetched.ok)
        await this.store(due, await imageDecoder.reencode(DECODING_KEY, fetched.body));
      else {
        if (fetched.code !== 'unreachable') await giveUpEmbedThumbnail(knex, address);
        if (this.work.isOpen) log.info({ ...fetched, address, attempts }, FAILURE);
      }
    } catch (error) {
      if (isRejectedImage(error)) await giveUpEmbedThumbnail(knex, address);
      if (this.work.isOpen) log.warn({ error: loggable(error), address, attempts }, FAILURE);
    } finally {
      endTurn?.();
    }
    return true;
  }

  private async store({ address }: DueEmbedThumbnail, image: Image): Promise<void> {
    const { media } = this.services;
    const { type, content, width, height } = image;
    const name = makeMediaName(type);
    await media.put(name, content);
    await this.services.rerenderPages(async (transaction) => {
      await storeEmbedThumbnail(transaction, { address, name, width, height });
      return listPagesShowing(transaction, address);
    });
  }
}

const FAILURE = 'An embed thumbnail could not be fetched';
