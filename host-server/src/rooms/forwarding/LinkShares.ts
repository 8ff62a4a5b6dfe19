import { LINK_LIMITS, type Link } from './Link.ts';

/** What clients may have waiting on a link, all together, bytes. The rest is for the servers. */
const MAX_BYTES = (LINK_LIMITS.waitingBytes * 3) / 4;
/** Which part of what is free an account may have waiting. */
const SHARE = 1 / 4;

/** What an account has sent, and where in the link it ends. */
interface Sent {
  readonly accountId: number;
  readonly bytes: number;
  readonly endsAt: number;
}

/**
 * How much of what waits on a link each account has sent. An account may have a quarter as much
 * waiting as is free, so however many accounts send as much as they may, they never fill the link.
 */
export class LinkShares {
  private readonly link: Pick<Link, 'sentBytes' | 'waitingBytes'>;
  /** What may still wait, oldest first. */
  private readonly sent: Sent[] = [];
  /** The bytes of each account that may still wait. */
  private readonly waiting = new Map<number, number>();

  constructor(link: LinkShares['link']) {
    this.link = link;
  }

  /**
   * Counts a line of an account, which is to be sent at once.
   *
   * @returns false if the account has too much waiting; the line is not counted then.
   */
  take(accountId: number, bytes: number): boolean {
    this.dropSent();
    const { sentBytes, waitingBytes } = this.link;
    const waiting = (this.waiting.get(accountId) ?? 0) + bytes;
    if (waiting > (MAX_BYTES - waitingBytes) * SHARE) return false;
    this.waiting.set(accountId, waiting);
    this.sent.push({ accountId, bytes, endsAt: sentBytes + waitingBytes + bytes });
    return true;
  }

  /** Forgets what is on its way. */
  private dropSent(): void {
    const { sentBytes } = this.link;
    let count = 0;
    for (const { accountId, bytes, endsAt } of this.sent) {
      if (endsAt > sentBytes) break;
      count += 1;
      const left = (this.waiting.get(accountId) ?? 0) - bytes;
      if (left > 0) this.waiting.set(accountId, left);
      else this.waiting.delete(accountId);
    }
    this.sent.splice(0, count);
  }
}
