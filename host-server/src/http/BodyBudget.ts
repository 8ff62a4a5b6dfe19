import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

const MB = 1024 * 1024;

/** How many bytes of bodies may be stored at a time. */
export interface BodyBudgetLimits {
  readonly bytesPerAddress: number;
  readonly bytesInTotal: number;
}

/** Bodies in memory, until their calls are done. The largest page fits, with its parsed values. */
export const MEMORY_BUDGET: BodyBudgetLimits = {
  bytesPerAddress: 48 * MB,
  bytesInTotal: 64 * MB,
};

/** Uploads in files, until their calls are done: four of the largest archives per address. */
export const UPLOAD_BUDGET: BodyBudgetLimits = {
  bytesPerAddress: 256 * MB,
  bytesInTotal: 2048 * MB,
};

/** One body's part of a budget. */
export interface BodyShare {
  /**
   * Counts bytes that are about to be stored.
   *
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
 * body that it has not sent completely, so that nobody can use them up for others.
 */
export class BodyBudget {
  private readonly limits: BodyBudgetLimits;
  /** Oldest first. */
  private readonly shares = new Set<OpenShare>();
  private readonly bytesByAddress = new Map<string, number>();
  private total = 0;

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
   * @param address who sends it: a result of `clientAddress`.
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
    while (this.total > this.limits.bytesInTotal) {
      const largest = this.largest() ?? share;
      this.close(largest);
      const error = new ApiError('err_unavailable', { retryAfterSeconds: 5 });
      if (largest === share) throw error;
      largest.giveUp(error);
    }
  }

  /** The oldest incomplete body of the address that has the most bytes, or null. */
  private largest(): OpenShare | null {
    let found: OpenShare | null = null;
    let most = -1;
    for (const share of this.shares) {
      const bytes = this.bytesByAddress.get(share.address) ?? 0;
      if (share.isComplete || share.bytes === 0 || bytes <= most) continue;
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
    share.bytes += bytes;
    this.total += bytes;
    const ofAddress = (this.bytesByAddress.get(share.address) ?? 0) + bytes;
    if (ofAddress === 0) this.bytesByAddress.delete(share.address);
    else this.bytesByAddress.set(share.address, ofAddress);
  }
}
