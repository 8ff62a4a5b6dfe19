import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

const MB = 1024 * 1024;

/** How many bytes of bodies may be stored at a time. */
export interface BodyBudgetLimits {
  readonly bytesPerAddress: number;
  readonly bytesInTotal: number;
}

/** Bodies in memory, until their calls are done: three of the largest pages per address. */
export const MEMORY_BUDGET: BodyBudgetLimits = {
  bytesPerAddress: 24 * MB,
  bytesInTotal: 40 * MB,
};

/** Uploads in files, until their calls are done: four of the largest archives per address. */
export const UPLOAD_BUDGET: BodyBudgetLimits = {
  bytesPerAddress: 256 * MB,
  bytesInTotal: 2048 * MB,
};

/**
 * Addresses with at most `few` of the total are small. The others may together have `large` of it,
 * so that complete bodies of a few addresses leave room for those who publish a page.
 */
const PARTS = { few: 1 / 8, large: 3 / 4 };

/** One body's part of a budget. */
export interface BodyShare {
  /**
   * Counts bytes that are about to be stored.
   *
   * @param bytes negative for bytes that are no longer stored.
   * @throws ApiError err_rate_limited if the address has no bytes left; err_unavailable if there
   *   are none left in total.
   */
  add(bytes: number): void;
  /** Marks the body as complete: it is no longer given up for another one. */
  complete(): void;
  /** Returns the bytes to the budget. */
  close(): void;
}

interface OpenShare {
  readonly address: string;
  bytes: number;
  isComplete: boolean;
  giveUp(error: ApiError): void;
}

/**
 * Bounds the bytes of bodies that are stored at a time, per network address and in total
 * (docs/decisions/0136). When all bytes are used, the address that has the most loses the oldest
 * body that it has not sent completely, or the body that is growing, so that nobody can use
 * up the bytes of others. A quarter of the total is kept for addresses that have few bytes.
 */
export class BodyBudget {
  private readonly limits: BodyBudgetLimits;
  /** Oldest first. */
  private readonly shares = new Set<OpenShare>();
  private readonly bytesByAddress = new Map<string, number>();
  private total = 0;
  /** The bytes of addresses that have more than a few. */
  private large = 0;

  constructor(limits: BodyBudgetLimits) {
    this.limits = limits;
  }

  /** The bytes of all bodies that are stored now. */
  get bytes(): number {
    return this.total;
  }

  /**
   * Opens the share of a body.
   *
   * @param address who sends it: a result of `clientAddress`, or another key.
   * @param giveUp called if the body has to make room for another one. Its share is closed then.
   */
  open(address: string, giveUp: (error: ApiError) => void): BodyShare {
    const share: OpenShare = { address, bytes: 0, isComplete: false, giveUp };
    this.shares.add(share);
    return {
      add: (bytes) => {
        if (this.shares.has(share)) this.add(share, bytes);
      },
      complete: () => {
        share.isComplete = true;
      },
      close: () => {
        this.close(share);
      },
    };
  }

  private add(share: OpenShare, bytes: number): void {
    this.count(share, bytes);
    if ((this.bytesByAddress.get(share.address) ?? 0) > this.limits.bytesPerAddress) {
      this.close(share);
      throw new ApiError('err_rate_limited', {
        message: messages.api.tooManyBodies,
        retryAfterSeconds: 30,
      });
    }
    while (!this.fits(share.address)) {
      const largest = this.largest(share);
      this.close(largest);
      const error = new ApiError('err_unavailable', { retryAfterSeconds: 5 });
      if (largest === share) throw error;
      largest.giveUp(error);
    }
  }

  private fits(address: string): boolean {
    const { bytesInTotal } = this.limits;
    if (this.total > bytesInTotal) return false;
    return this.largeBytes(address) === 0 || this.large <= bytesInTotal * PARTS.large;
  }

  /** The bytes of an address, or 0 if they are few. */
  private largeBytes(address: string): number {
    const bytes = this.bytesByAddress.get(address) ?? 0;
    return bytes > this.limits.bytesInTotal * PARTS.few ? bytes : 0;
  }

  /**
   * The body to give up: of the address that has the most bytes, the oldest incomplete one or the
   * one that is growing.
   */
  private largest(growing: OpenShare): OpenShare {
    let found = growing;
    let most = -1;
    for (const share of this.shares) {
      const bytes = this.bytesByAddress.get(share.address) ?? 0;
      const canBeGivenUp = share === growing || !share.isComplete;
      if (!canBeGivenUp || share.bytes === 0 || bytes <= most) continue;
      found = share;
      most = bytes;
    }
    return found;
  }

  private close(share: OpenShare): void {
    if (!this.shares.delete(share)) return;
    this.count(share, -share.bytes);
  }

  private count(share: OpenShare, bytes: number): void {
    const { address } = share;
    const largeBefore = this.largeBytes(address);
    share.bytes += bytes;
    this.total += bytes;
    const ofAddress = (this.bytesByAddress.get(address) ?? 0) + bytes;
    if (ofAddress === 0) this.bytesByAddress.delete(address);
    else this.bytesByAddress.set(address, ofAddress);
    this.large += this.largeBytes(address) - largeBefore;
  }
}
