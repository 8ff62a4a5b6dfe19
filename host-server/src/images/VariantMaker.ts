import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { buffer } from 'node:stream/consumers';
import { BackgroundJob } from '../shared/BackgroundJob.ts';
import { after, type Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { ProcessError } from '../shared/LimitedProcess.ts';
import { RecentTurns } from '../shared/RecentTurns.ts';
import { IMAGE_RECIPE } from './makeVariants.ts';
import { isUploadName, type MediaType } from '../media-store/mediaName.ts';
import {
  type DueImage,
  hasDueImages,
  lockPagesShowing,
  type AffectedPage,
  storeVariants,
  claimNextImage,
  releaseImage,
} from './repositories/images.ts';
import type { VariantProcess } from './VariantProcess.ts';

/**
 * After this time, an image that was claimed but not finished may be claimed again, whether the
 * attempt failed or its server crashed.
 */
const CLAIM_MS = 5 * 60_000;
/** How often to look for such images while there are any. */
const RETRY_MS = 60_000;

/**
 * Runs a change in a transaction. The published pages that it returns are rendered again, at the
 * latest when they are next visited.
 */
export type RerenderPages = (
  change: (transaction: Knex) => Promise<readonly AffectedPage[]>,
) => Promise<void>;

/** Dependencies of {@link VariantMaker}. */
export interface VariantMakerServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly media: MediaStore;
  readonly variantProcess: VariantProcess;
  readonly rerenderPages: RerenderPages;
}

/**
 * Makes the variants of stored images in the background, one image at a time, with accounts taking
 * turns: of new uploads, and of images left without variants by an earlier version or an interrupted
 * run. Files are stored before rows, so no row refers to a missing file. Then the pages that show
 * the image are rendered again, at the latest when they are next visited.
 */
export class VariantMaker {
  private readonly services: VariantMakerServices;
  private readonly claimMs: number;
  private readonly work: BackgroundJob;
  private readonly turns = new RecentTurns();

  /** @param options for tests: another time after which a claim expires. */
  constructor(services: VariantMakerServices, options: { readonly claimMs?: number } = {}) {
    const { knex, log } = services;
    this.services = services;
    this.claimMs = options.claimMs ?? CLAIM_MS;
    this.work = new BackgroundJob({
      log,
      doNext: () => this.makeNext(),
      hasMore: () => hasDueImages(knex, IMAGE_RECIPE),
      retryMs: Math.min(RETRY_MS, this.claimMs),
      failureMessage: 'Looking for images without variants failed and will be retried',
    });
  }

  /** Looks for images without variants and makes their variants. */
  start(): void {
    this.work.start();
  }

  /** Waits until no variants can be made now. */
  async settled(): Promise<void> {
    await this.work.settled();
  }

  /** Stops after the file in progress; the rest is done after the next start. */
  async close(): Promise<void> {
    this.work.stop();
    await this.work.settled();
  }

  private async makeNext(): Promise<boolean> {
    const { knex, clock, log } = this.services;
    const now = clock();
    const claimedSince = after(now, -this.claimMs);
    const recentAccounts = this.turns.list();
    const due = await claimNextImage(knex, IMAGE_RECIPE, { now, claimedSince, recentAccounts });
    if (due === null) return false;
    const endTurn = this.turns.take(due.accountId);
    try {
      await this.make(due);
    } catch (error) {
      const isStopping = error instanceof ProcessError && error.failure === 'stopping';
      if (isStopping || !this.work.isOpen) {
        await releaseImage(knex, due);
        return false;
      }
      log.warn(
        { error: loggable(error), image: due.name, attempts: due.attempts },
        'The variants of an image could not be made',
      );
    } finally {
      endTurn();
    }
    return true;
  }

  private async make({ assetId, accountId, name }: DueImage): Promise<void> {
    const { media, variantProcess } = this.services;
    const stored = isUploadName(name) ? await media.find(name) : null;
    if (stored === null) throw new Error('The image is not in the media store');
    const source = await buffer(stored.stream());
    const type = name.slice(-3) as MediaType;
    const variants = await variantProcess.make(source, type, async (variant, content) => {
      if (!this.work.isOpen) throw new Error('The server is stopping');
      await media.put(variant, content);
    });
    await this.services.rerenderPages(async (transaction) => {
      const pages = await lockPagesShowing(transaction, accountId, name);
      await storeVariants(transaction, assetId, IMAGE_RECIPE, variants);
      return pages;
    });
  }
}
